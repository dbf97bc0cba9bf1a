import type { catalog } from '@larksong/contracts';
import { describe, expect, it } from 'vitest';

import { captionRun, MAX_EVENTS_BYTES, toCaptions } from './captions.ts';

const video = { startSeconds: 0, durationSeconds: 60 };
const event = (start: string, end: string, text: string) =>
  `Dialogue: 0,${start},${end},Default,Anna,0,0,0,,${text}`;
const at = (text: string) => event('0:00:01.00', '0:00:02.50', text);
const file = (...lines: string[]) => Buffer.from(`[Script Info]\n\n[Events]\n${lines.join('\r\n')}\r\n`);
const cue = (text: string) => `WEBVTT\n\n00:00:01.000 --> 00:00:02.500\n${text}\n`;

describe('captionRun', () => {
  it('captionRun opens only decoders of text, and only for the chosen streams', () => {
    const plan = { demuxer: 'matroska' } as catalog.Plan; // the run needs nothing else of it
    const subtitles = [2, 5].map((streamIndex) => ({ streamIndex, language: 'en', label: 'English' }));
    const tools = { protocol: 'file', threads: 1, canTonemap: false } as const;
    expect(captionRun({ ...tools, plan, subtitles, folder: '/work' })).toMatchSnapshot();
  });
});

describe('toCaptions', () => {
  it('toCaptions returns the events as WebVTT in order, relative to the beginning of the video', () => {
    const events = file(
      event('0:00:15.00', '0:00:17.00', 'went out'),
      event('0:00:10.50', '0:00:12.00', 'Five little ducks'),
      event('0:00:09.00', '0:00:11.00', 'early'),
    );
    expect(toCaptions(events, { startSeconds: 10, durationSeconds: 6 })).toBe(
      `WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nearly\n\n00:00:00.500 --> 00:00:02.000\nFive little ducks\n\n` +
        `00:00:05.000 --> 00:00:06.000\nwent out\n`,
    );
  });

  it.each([
    ['Five, little, ducks', 'Five, little, ducks'],
    ['{\\pos(10,10)\\fad(1,2)}Hallo\\NWelt{\\i1}!{\\i0}', 'Hallo\nWelt!'],
    ['{\\k20}ka{\\k30}ra\\N\\N\\h\\Noke', 'kara\noke'],
    ['{\\p1}m 0 0 l 100 0{\\p0}after{a comment}', 'after'],
    ['\\{not a comment\\}', '{not a comment}'],
    ['one < two & three', 'one &lt; two &amp; three'],
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['00:00:01.000 --> 00:00:02.000\\N\\NNOTE', '00:00:01.000 --&gt; 00:00:02.000\nNOTE'],
    ['a\u0000b\u0007', 'a b'],
  ])('the text of the event %j is %j', (markup, text) => {
    expect(toCaptions(file(at(markup)), video)).toBe(cue(text));
  });

  it('toCaptions leaves out events without length or text, outside the video, and repeated ones', () => {
    const events = file(
      at('Duck'),
      at('Duck'),
      at('{\\p1}m 0 0 l 100 0'),
      at('\\h\\N '),
      event('0:00:05.00', '0:00:05.00', 'no length'),
      event('0:00:06.00', '0:00:05.00', 'backwards'),
      event('0:01:00.00', '0:01:05.00', 'later'),
      event('-0:00:01.00', '0:00:05.00', 'negative'),
      'Dialogue: nonsense',
    );
    expect(toCaptions(events, video)).toBe(cue('Duck'));
    expect(toCaptions(file(), video)).toBeUndefined();
  });

  it('toCaptions accepts no other encoding than UTF-8, but overlooks a damaged event', () => {
    const latin = Buffer.from(file(at('Käse'), at('Entchen')).toString(), 'latin1');
    expect(toCaptions(latin, video)).toBeUndefined();
    const good = Array.from({ length: 30 }, (_, n) => event(`0:00:${n + 10}.00`, '0:00:50.00', 'Ente'));
    const damaged = Buffer.concat([file(...good), Buffer.from(`${at('K\xe4se')}\n`, 'latin1')]);
    expect(toCaptions(damaged, video)?.match(/Ente/g)).toHaveLength(30);
    expect(toCaptions(damaged, video)).not.toContain('se\n');
  });

  it('toCaptions accepts no more text than an uploaded file may have', () => {
    const many = (count: number) =>
      file(...Array.from({ length: count }, (_, n) => at(`${n} ${'x'.repeat(1000)}`)));
    expect(toCaptions(many(450), video)).toBeDefined();
    expect(toCaptions(many(500), video)).toBeUndefined();
    expect(toCaptions(Buffer.alloc(MAX_EVENTS_BYTES), video)).toBeUndefined();
  });

  it('toCaptions takes time linear in the length of an event', () => {
    for (const piece of ['{', '{}', '\\p1', '{\\p', '\\N', ',']) {
      const started = process.cpuUsage(); // of this process alone, unaffected by others
      toCaptions(file(at(piece.repeat(300_000 / piece.length))), video);
      const { user, system } = process.cpuUsage(started);
      expect((user + system) / 1000, piece).toBeLessThan(1000);
    }
  });
});
