/** Mail, SMS, chat and push: clients of the services that carry messages to people. */
import type { NetworkTable } from './network.ts'

// prettier-ignore
export const messages: readonly NetworkTable[] = [
  { kind: 'mail', packages: ['nodemailer'], only: ['sendMail', 'verify', 'createTestAccount'] },
  { kind: 'mail', packages: ['@sendgrid/mail', '@sendgrid/client'], only: ['send', 'sendMultiple', 'request'] },
  {
    kind: 'mail',
    packages: [
      '@aws-sdk/client-ses', '@aws-sdk/client-sesv2', '@azure/communication-email', '@emailjs/nodejs',
      '@getbrevo/brevo', '@mailchimp/mailchimp_marketing', '@mailchimp/mailchimp_transactional', 'email-templates',
      'imapflow', 'loops', 'mailersend', 'mailgun-js', 'mailgun.js', 'mailtrap', 'node-mailjet', 'postmark', 'resend',
      'sib-api-v3-sdk', 'sparkpost',
    ],
    local: [
      'default', 'apiConnect', 'client', 'destroy', 'init', 'instance', 'render', 'setApiKey', 'setConfig',
      'smsConnect',
      // builders of mailersend: `new EmailParams().setTo(…)`
      'setAttachments', 'setBcc', 'setCc', 'setFrom', 'setHtml', 'setReplyTo', 'setSubject', 'setTemplateId', 'setText',
      'setTo', 'setVariables', 'validateWebhook', 'validEventType',
    ],
    // `mailjet.post(name)` and `mailgun.messages()` only name what `request` and `send` then call.
    starts: ['messages', 'post'],
  },

  {
    kind: 'message service',
    packages: ['twilio'],
    local: [
      'default', 'calls', 'conversations', 'incomingPhoneNumbers', 'lists', 'members', 'messages', 'participants',
      'queues', 'recordings', 'services', 'syncLists', 'syncMaps', 'users', 'validateExpressRequest', 'validateRequest',
      'validateRequestWithBody', 'verifications', 'webhook', 'setAccountSid', 'AccessToken', 'twiml', 'VoiceResponse',
      'MessagingResponse',
    ],
  },
  {
    kind: 'message service',
    packages: ['@slack/web-api', '@slack/webhook'],
    local: ['addAppMetadata'],
    starts: ['paginate'],
  },
  {
    kind: 'message service',
    packages: ['@slack/bolt'],
    local: [
      'action', 'assistant', 'command', 'error', 'event', 'function', 'message', 'options', 'shortcut', 'step', 'use',
      'view', 'processEvent',
    ],
  },
  {
    kind: 'message service',
    packages: ['discord.js', '@discordjs/rest'],
    only: [
      'ban', 'bulkDelete', 'createDM', 'createInvite', 'createWebhook', 'crosspost', 'deferReply', 'deferUpdate',
      'deleteReply', 'edit', 'editReply', 'fetch', 'fetchReply', 'fetchWebhooks', 'followUp', 'get', 'kick', 'login',
      'patch', 'pin', 'post', 'put', 'react', 'reply', 'send', 'sendTyping', 'setName', 'setNickname', 'showModal',
      'startThread', 'timeout', 'unban', 'unpin', 'update', 'awaitMessageComponent', 'awaitMessages',
      'awaitModalSubmit',
    ],
  },
  {
    kind: 'message service',
    packages: ['telegraf', 'grammy', 'node-telegram-bot-api'],
    local: [
      'Keyboard', 'InlineKeyboard', 'Markup', 'action', 'branch', 'callbackQuery', 'catch', 'chatType', 'command',
      'drop', 'errorBoundary', 'filter', 'fork', 'gameQuery', 'guard', 'hears', 'help', 'inlineQuery', 'lazy',
      'middleware', 'onReplyToMessage', 'onText', 'processUpdate', 'removeTextListener', 'route', 'secretPathComponent',
      'session', 'settings', 'stop', 'use', 'webhookCallback', 'isPolling', 'hasOpenWebHook', 'message', 'InputFile',
      'Composer',
    ],
  },
  { kind: 'message service', packages: ['web-push'], only: ['sendNotification'] },
  { kind: 'message service', packages: ['firebase-admin/messaging'], local: ['getMessaging'] },
  {
    kind: 'message service',
    packages: [
      '@aws-sdk/client-sns', '@azure/communication-sms', '@knocklabs/node', '@line/bot-sdk', '@novu/api', '@novu/node',
      '@onesignal/node-onesignal', '@parse/node-apn', '@trycourier/courier', '@vonage/server-sdk',
      '@whiskeysockets/baileys', 'ably', 'customerio-node', 'expo-server-sdk', 'livekit-server-sdk', 'messagebird',
      'onesignal-node', 'plivo', 'pusher', 'svix', 'whatsapp-web.js',
    ],
    local: [
      'default', 'AccessToken', 'authenticate', 'authorizeChannel', 'authorizeUser', 'chunkPushNotificationReceiptIds',
      'chunkPushNotifications', 'destroy', 'forCluster', 'initClient', 'isExpoPushToken', 'middleware', 'signUserToken',
      'validateSignature', 'verify', 'webhook', 'release',
    ],
    // `ably.channels.get(name)` gives a channel.
    starts: ['get'],
  },
]
