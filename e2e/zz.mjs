import { chromium } from 'playwright-core';
const b = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
const lang = process.argv[2] ?? 'en',
  path = process.argv[3] ?? '/',
  w = Number(process.argv[4] ?? 1280);
const c = await b.newContext({ viewport: { width: w, height: 800 }, locale: process.argv[5] ?? 'en-GB' });
if (lang !== '-') await c.addCookies([{ name: 'language', value: lang, url: 'http://127.0.0.1:18941' }]);
const p = await c.newPage();
p.on('pageerror', (e) => console.log('ERR', e.stack));
p.on('console', (m) => m.type() === 'error' && console.log('CON', m.text()));
await p.goto('http://127.0.0.1:18941' + path, { waitUntil: 'networkidle' });
await p.screenshot({ path: `/tmp/m1/${lang}${path.replaceAll('/', '_')}${w}.png` });
console.log((await p.locator('body').innerText()).slice(0, 400));
await b.close();
