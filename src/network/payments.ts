/** Payment, billing, tax and shipping services. */
import type { NetworkTable } from './network.ts'

// prettier-ignore
export const payments: readonly NetworkTable[] = [
  {
    kind: 'payment service',
    packages: [
      '@adyen/api-library', '@easypost/api', '@lemonsqueezy/lemonsqueezy.js', '@mollie/api-client',
      '@paddle/paddle-node-sdk', '@paypal/checkout-server-sdk', '@paypal/paypal-server-sdk', '@polar-sh/sdk',
      'authorizenet', 'avatax', 'braintree', 'chargebee', 'checkout-sdk-node', 'coinbase-commerce-node', 'dwolla-v2',
      'gocardless-nodejs', 'iyzipay', 'mercadopago', 'midtrans-client', 'paypal-rest-sdk', 'plaid', 'razorpay',
      'recurly', 'shippo', 'square', 'stripe', 'taxjar', 'xendit-node',
    ],
    local: [
      // made or configured here
      'default', 'configure', 'connect', 'createMollieClient', 'lemonSqueezySetup', 'init', 'setAppInfo',
      'withSecurity', 'prefer', 'requestBody', 'headers',
      // computed here
      'constructEvent', 'constructEventAsync', 'generateTestHeaderString', 'isSignatureValid',
      'isValidWebhookEventHmac', 'parse', 'sampleNotification', 'unmarshal', 'validateEvent', 'validateHMAC',
      'validatePaymentVerification', 'validateWebhookSignature', 'verifyEventBody', 'verifySigHeader',
      'verifySignature',
      // plain messages of authorizenet: `charge.setAmount(…)`
      'setAmount', 'setCreditCard', 'setMerchantAuthentication', 'setPayment', 'setTransactionRequest',
      'setTransactionType', 'getJSON', 'getResponse', 'setEnvironment',
    ],
  },
]
