import { auth } from '@larksong/contracts';
import { createTexts } from '@larksong/languages';
import { expect, test } from 'vitest';

import { renderDetails, renderStill, siteDetails, videoDetails, type VideoSummary } from './page-details.ts';

const ID = '0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1';
const SITE = 'https://songs.example';
const NAME = 'Larksong';
const ENGLISH = { languages: auth.DEFAULT_LANGUAGES, t: createTexts('gateway')('en') };

const BARE: VideoSummary = {
  id: ID,
  title: 'A song',
  description: '',
  thumbnail: null,
  status: 'completed',
  playable: true,
  duration: null,
  playlists: {},
  width: null,
  height: null,
};
const detailsOf = (video: Partial<VideoSummary>, name = NAME) =>
  videoDetails(
    { ...ENGLISH, name, announcement: null, access: undefined, publicUrl: SITE },
    { ...BARE, ...video },
  );
const renderVideo = (video: Partial<VideoSummary>, name = NAME) => renderDetails(detailsOf(video, name));

const contentOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)" />`).exec(html)?.[1];

test('the details of a video are its title, description, picture and address, all absolute', () => {
  const html = renderVideo({
    title: 'Five Ducks',
    description: 'Over the hills\nand far away.',
    thumbnail: `/hls/${ID}/thumbnail.jpg`,
  });
  expect(html).toContain('<title>Five Ducks · Larksong</title>');
  expect(contentOf(html, 'description')).toBe('Over the hills and far away.');
  expect(contentOf(html, 'og:title')).toBe('Five Ducks');
  expect(contentOf(html, 'og:description')).toBe('Over the hills and far away.');
  expect(contentOf(html, 'og:image')).toBe(`${SITE}/hls/${ID}/thumbnail.jpg`);
  expect(contentOf(html, 'og:url')).toBe(`${SITE}/songs?v=${ID}`);
  expect(html).toContain(`<link rel="canonical" href="${SITE}/songs?v=${ID}" />`);
});

test('the details of the site contain no address, so that they are the same for every page', () => {
  const html = renderDetails(
    siteDetails({
      ...ENGLISH,
      name: NAME,
      announcement: null,
      access: undefined,
      publicUrl: 'http://localhost:8080/',
    }),
  );
  expect(html).toContain('<title>Larksong</title>');
  expect(contentOf(html, 'og:image')).toBe('http://localhost:8080/share.png');
  expect(html).not.toMatch(/og:url|canonical/);
});

test('an announcement is in the page of the site and of a video, and only then', () => {
  const announcement = {
    message: '"Back" at 8 <b>',
    isReadOnly: true,
    startedAt: '2026-11-25T07:00:00.000Z',
  };
  const site = { ...ENGLISH, name: NAME, announcement, access: undefined, publicUrl: SITE };
  for (const details of [siteDetails(site), videoDetails(site, BARE)]) {
    const content = contentOf(renderDetails(details), 'announcement') ?? '';
    expect(content).not.toContain('<');
    const text = content.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>');
    expect(JSON.parse(text)).toEqual(announcement);
    const without = renderDetails({ ...details, announcement: null });
    expect(contentOf(without, 'announcement')).toBeUndefined();
  }
});

test.each([
  ['</title><script>alert(1)</script>'],
  ['"><script>alert(1)</script>'],
  [`' onload='alert(1)`],
  ['<!-- details --> --> <!-- /details -->'],
  ['&lt;script&gt; &amp; &#60;'],
  ['$& $1 $$ $`'],
  ['\u2028\u2029</script>\u0000\u001b'],
])('the text %j of a video, and as the name of a site, is shown as it is, and never as markup', (text) => {
  const html = renderVideo({ title: text, description: text, thumbnail: `/hls/${text}` }, text);
  // Nothing between the elements and quotes that belong there contains markup.
  const content = html
    .replaceAll('\n    ', '')
    .replaceAll(/<title>|<\/title>|<(?:meta|link) [a-z]+="[a-z_:-]+" (?:content|href)="|" \/>/g, '');
  expect(content).not.toMatch(/[<>"'\p{Cc}\u2028\u2029]/u);
});

test('long texts are cut between characters, and control characters are removed', () => {
  const html = renderVideo({
    title: '🦆'.repeat(50_000),
    description: `${' \u0007'.repeat(5)}${'x'.repeat(100_000)}`,
  });
  expect(contentOf(html, 'og:title')).toMatch(/^🦆{199}…$/u);
  expect(contentOf(html, 'description')).toMatch(/^x{299}…$/);
  expect(html.length).toBeLessThan(4000);
  expect(renderVideo({ title: '\uD83E' })).toContain('<title>\uFFFD · Larksong</title>');
});

test('the name of the site is in the title, in the preview, and where the web client reads it', () => {
  const html = renderVideo({ title: 'Five Ducks' }, 'Oak & School');
  expect(html).toContain('<title>Five Ducks · Oak &amp; School</title>');
  expect(contentOf(html, 'og:site_name')).toBe('Oak &amp; School');
  expect(contentOf(html, 'application-name')).toBe('Oak &amp; School');
  expect(html).not.toContain('Larksong');
});

test('a video without texts and a picture has those of the site', () => {
  const html = renderVideo({ title: ' ', description: '\n', thumbnail: null });
  expect(contentOf(html, 'og:title')).toBe('Larksong');
  expect(contentOf(html, 'og:description')).toMatch(/^Children&#39;s songs/);
  expect(contentOf(html, 'og:image')).toBe(`${SITE}/share.png`);
});

test.each(['//elsewhere.example/x.jpg', 'https://elsewhere.example/x.jpg', 'data:image/png;base64,AAAA'])(
  'a picture that is not on this site is not named: %s',
  (thumbnail) => {
    expect(contentOf(renderVideo({ thumbnail }), 'og:image')).toBe(`${SITE}/share.png`);
  },
);

test.each([
  { width: 1280, height: 720, shape: 'width="1600" height="900"' },
  { width: 2000, height: 400, shape: 'width="1600" height="900"' },
  { width: 720, height: 1280, shape: 'width="720" height="900"' },
  { width: null, height: null, shape: 'width="1600" height="900"' },
])('the picture of a film of $width x $height has the shape of its player', ({ shape, ...size }) => {
  const html = renderStill(detailsOf({ thumbnail: '/hls/a"b.jpg', ...size }));
  expect(html).toContain('src="/hls/a%22b.jpg"');
  expect(html).toContain(shape);
});

test('a page has no picture in the place of the player if the video has none, or cannot be played yet', () => {
  expect(renderStill(detailsOf({ thumbnail: null }))).toBe('');
  expect(renderStill(detailsOf({ thumbnail: '/hls/a.jpg', playable: false }))).toBe('');
  expect(renderStill(detailsOf({ thumbnail: 'https://elsewhere.example/x.jpg' }))).toBe('');
  expect(
    renderStill(
      siteDetails({ ...ENGLISH, name: NAME, announcement: null, access: undefined, publicUrl: SITE }),
    ),
  ).toBe('');
});
