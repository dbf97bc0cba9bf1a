import { useState, type CSSProperties } from 'react';

import { formatDate, formatList } from '../../lib/format.ts';
import { useSiteName } from '../../lib/site-name.ts';
import { useTexts, type Texts } from '../../lib/texts.ts';
import { toHueStyle } from '../../parts/list-sign.tsx';
import { toLinkAddress } from '../share-list/address.ts';
import { LazyQrCode } from '../share-list/lazy-qr-code.tsx';
import { fitText } from './fit-text.ts';
import type { Paper, PosterContent } from './poster-content.ts';
import styles from './poster.module.css';

/** The most pictures that are drawn. */
const MAX_PICTURES = 6;
/** The place of the title, and its sizes, in millimetres. */
const TITLE = { width: 178, height: 58, most: 19, least: 5 };

interface PosterProps {
  content: PosterContent;
  paper: Paper;
}

/** One page to hang up: the title, the pictures, and the way to the list, by camera or typed. */
export function Poster({ content: { list, songs, code, endsAt }, paper }: PosterProps) {
  const t = useTexts();
  const siteName = useSiteName();
  const pictures = songs.flatMap(({ thumbnail }) => thumbnail ?? []).slice(0, MAX_PICTURES);
  const titleStyle = { '--title': fitText(list.name, TITLE).toFixed(2) } as CSSProperties; // React's type has no custom properties
  return (
    <article
      className={styles.paper}
      data-paper={paper}
      aria-label={t('poster.of', { paper: t(`poster.paper-${paper}`) })}
      style={toHueStyle(list.hue)}
    >
      <div className={styles.ground} />
      <p className={styles.from}>
        <img src="/mark.svg" alt="" width="40" height="40" />
        <bdi>{siteName}</bdi>
      </p>
      <div className={styles.head}>
        <h2 dir="auto" style={titleStyle}>
          {list.name}
        </h2>
        <p>{describe(songs.length, list.letters, t)}</p>
      </div>
      <div className={styles.pictures} data-count={pictures.length}>
        {pictures.map((picture) => (
          <Picture key={picture} address={picture} />
        ))}
      </div>
      <Way code={code} endsAt={endsAt} />
    </article>
  );
}

/** The way to the list: the QR code, and the address in plain letters. */
function Way({ code, endsAt }: Pick<PosterContent, 'code' | 'endsAt'>) {
  const t = useTexts();
  const address = toLinkAddress(code);
  return (
    <div className={styles.way}>
      <LazyQrCode className={styles.qr} content={address.href} />
      <div className={styles.words}>
        <strong>{t('poster.camera')}</strong>
        <span>{t('poster.type')}</span>
        <code dir="ltr">
          <span>{address.start}</span>
          <wbr />
          <span className={styles.code}>{address.code}</span>
        </code>
        <small>
          {t('poster.no-account')} {endsAt !== null && t('poster.until', { date: formatDate(endsAt) })}
        </small>
      </div>
    </div>
  );
}

/** More letters would not be read. */
const MAX_LETTERS = 8;

function describe(count: number, letters: readonly string[], t: Texts): string {
  const songs = t('poster.songs', { count });
  if (letters.length === 0 || letters.length > MAX_LETTERS) return songs;
  return t('poster.songs-and-letters', { songs, letters: formatList(letters) });
}

function Picture({ address }: { address: string }) {
  const [isBroken, setBroken] = useState(false);
  return (
    <figure>
      {!isBroken && <img src={address} alt="" width={320} height={180} onError={() => setBroken(true)} />}
    </figure>
  );
}
