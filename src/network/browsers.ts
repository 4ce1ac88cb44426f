/** Browsers that are driven from outside: each command goes to another process. */
import type { NetworkTable } from './network.ts'

// prettier-ignore
export const browsers: readonly NetworkTable[] = [
  {
    kind: 'browser',
    packages: [
      'puppeteer', 'puppeteer-core', 'puppeteer-extra', 'puppeteer-cluster', 'rebrowser-puppeteer',
      '@cloudflare/puppeteer', 'playwright', 'playwright-chromium', 'playwright-core', 'playwright-extra',
      'playwright-firefox', 'playwright-webkit', 'patchright', '@cloudflare/playwright',
    ],
    local: [
      'and', 'browser', 'browserContexts', 'childFrames', 'context', 'contexts', 'defaultArgs', 'executablePath',
      'first', 'frame', 'frameLocator', 'frames', 'getByAltText', 'getByLabel', 'getByPlaceholder', 'getByRole',
      'getByTestId', 'getByText', 'getByTitle', 'isClosed', 'isConnected', 'last', 'locator', 'mainFrame', 'nth', 'or',
      'page', 'setDefaultNavigationTimeout', 'setDefaultTimeout', 'status', 'ok', 'target', 'targets', 'task', 'url',
      'use', 'viewport', 'viewportSize', 'request', 'response', 'method', 'postData', 'resourceType',
    ],
    starts: ['pages'],
  },
  {
    kind: 'browser',
    packages: ['selenium-webdriver'],
    local: [
      'By', 'Capabilities', 'Key', 'Options', 'until', 'actions', 'build', 'forBrowser', 'manage', 'navigate',
      'setChromeOptions', 'setFirefoxOptions', 'switchTo', 'usingServer', 'withCapabilities', 'addArguments',
      'elementLocated', 'elementIsVisible', 'titleIs', 'titleContains', 'urlContains', 'urlIs', 'timeouts', 'window',
      'logs',
    ],
    starts: ['findElement'],
  },
  {
    kind: 'browser',
    packages: ['webdriverio', 'chrome-launcher', 'chrome-remote-interface', 'html-pdf-node'],
    local: ['getInstallations', 'kill'],
  },
]
