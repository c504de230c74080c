/**
 * `node scripts/run.mjs scripts/icon.ts` renders media/icon.svg to media/icon.png, which VS Code shows. Required only
 * after media/icon.svg changes.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { bringChromium } from './externalTools/chromium.ts';
import { repositoryRoot } from './lib/run.ts';

const media = path.join(repositoryRoot, 'media');
const browser = await chromium.launch({ executablePath: await bringChromium(console.log), args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 256, height: 256 }, deviceScaleFactor: 1 });
await page.setContent(
  `<style>body { margin: 0 } svg { display: block }</style>${readFileSync(path.join(media, 'icon.svg'), 'utf8')}`,
);
await page.screenshot({ path: path.join(media, 'icon.png'), omitBackground: true });
await browser.close();
