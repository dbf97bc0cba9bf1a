/** The targets that hostile files try to reach. */
export interface Canary {
  /** Port of a server on loopback that counts its contacts. */
  port: number;
  /** Path of a text file, and of a video that plays, which no output and no log may contain. */
  text: string;
  video: string;
}

export interface HostileFile {
  /** As the browser names it. */
  name: string;
  content: Buffer;
}

const box = (type: string, content: Buffer | string): Buffer => {
  const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(type), Buffer.from(content)]);
  bytes.writeUInt32BE(bytes.length);
  return bytes;
};

const hls = (...lines: string[]) =>
  ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-TARGETDURATION:4', ...lines, '#EXT-X-ENDLIST', ''].join('\n');

/** Returns files that name other files or servers; none of them is a video. */
export function makeHostileFiles({ port, text, video }: Canary): HostileFile[] {
  const url = `http://127.0.0.1:${port}/canary`;
  const file = `file://${video}`;
  const files: [string, string | Buffer][] = [
    ['hls-url.mp4', hls('#EXTINF:1,', `${url}.ts`)],
    ['hls-file.mp4', hls('#EXTINF:1,', file)],
    ['hls-path.m3u8', hls('#EXTINF:1,', video)],
    ['hls-concat.mp4', hls('#EXTINF:1,', `concat:${url}|file://${text}`)],
    ['hls-subfile.mp4', hls('#EXTINF:1,', `subfile,,start,0,end,9999,,:${text}`)],
    ['hls-crypto.mp4', hls('#EXTINF:1,', `crypto+${file}`)],
    ['hls-key.mp4', hls(`#EXT-X-KEY:METHOD=AES-128,URI="${url}"`, '#EXTINF:1,', file)],
    ['hls-map.mp4', hls(`#EXT-X-MAP:URI="${file}"`, '#EXTINF:1,', file)],
    ['hls-data.mp4', hls('#EXTINF:1,', `data:text/plain,${url}`)],
    ['hls-tcp.mp4', hls('#EXTINF:1,', `tcp://127.0.0.1:${port}`)],
    ['hls-gopher.avi', hls('#EXTINF:1,', `gopher://127.0.0.1:${port}/1`)],
    ['hls-variants.mp4', `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${url}.m3u8\n`],
    ['hls-sound.mp4', `#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",URI="${url}"\n`],
    ['dash.mp4', `<?xml version="1.0"?><MPD><Period><BaseURL>${url}</BaseURL></Period></MPD>`],
    [
      'dash-template.mpd',
      `<MPD><Period><AdaptationSet><Representation id="0" mimeType="video/mp4"><SegmentTemplate media="${file}" initialization="${url}"/></Representation></AdaptationSet></Period></MPD>`,
    ],
    ['concat-url.mp4', `ffconcat version 1.0\nfile '${url}'\n`],
    ['concat-file.mp4', `ffconcat version 1.0\nfile '${video}'\nfile '${text}'\n`],
    ['concat-file.txt', `file '${video}'\n`],
    [
      'session.sdp',
      `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video ${port} RTP/AVP 96\n`,
    ],
    ['list.pls', `[playlist]\nFile1=${url}\nNumberOfEntries=1\n`],
    ['list.m3u', `${url}\n${video}\n`],
    ['list.asx', `<asx version="3.0"><entry><ref href="${url}"/></entry></asx>`],
    ['list.xspf', `<playlist><trackList><track><location>${url}</location></track></trackList></playlist>`],
    ['smooth.ism', `<smil><body><switch><video src="${file}"/></switch></body></smil>`],
    [
      'titles.ass',
      `[Script Info]\nVideo File: ${url}\nAudio File: ${file}\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,{\\fn${text}}Quack\n`,
    ],
    ['titles.srt', `1\n00:00:00,000 --> 00:00:01,000\n<img src="${url}">\n`],
    ['titles.vtt', `WEBVTT\n\nSTYLE\n@import url("${url}");\n\n00:00.000 --> 00:01.000\nQuack\n`],
    ['titles.jss', `#INCLUDE ${text}\n0:00:00.00 0:00:01.00 D ${url}\n`],
    ['titles.sub', `# VobSub index file, v7\nsize: 720x576\nid: ${video}, index: 0\n`],
    ['script.avs', `AviSource("${video}")\n`],
    ['script.vpy', `open("${text}").read()\n`],
    ['drawing.svg', `<svg xmlns="http://www.w3.org/2000/svg"><image href="${url}"/></svg>`],
    ['reference.mov', Buffer.concat([box('ftyp', 'qt  '), box('moov', `rmra rmda rdrf url ${url}`)])],
    ['inside.mp4', Buffer.concat([box('ftyp', 'isom'), box('mdat', hls('#EXTINF:1,', url))])],
    ['inside.mkv', Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.from(hls('#EXTINF:1,', file))])],
    ['inside.avi', Buffer.concat([Buffer.from('RIFF\x10\0\0\0AVI '), Buffer.from(hls('#EXTINF:1,', url))])],
    [
      'inside.ts',
      Buffer.concat(
        Array.from({ length: 40 }, () => Buffer.concat([Buffer.from('G'), Buffer.alloc(187, url)])),
      ),
    ],
  ];
  return files.map(([name, content]) => ({ name, content: Buffer.from(content) }));
}

/** Returns names that a program could mistake for an option, a pattern, a protocol or a command. */
export function listHostileNames({ port, text, video }: Canary): string[] {
  return [
    `concat:${video}|${text}`,
    '-i.mp4',
    'a%03d.mp4',
    `file:${text}`,
    `http://127.0.0.1:${port}/canary.mp4`,
    `subfile,,start,0,end,9,,:${text}`,
    'pipe:0',
    `../../../..${text}`,
    `$(curl http://127.0.0.1:${port}/canary).mp4`,
    `; cat ${text} #.mp4`,
    `movie=${video},scale.mp4`,
    '"quoted\\\'name".mp4',
  ];
}
