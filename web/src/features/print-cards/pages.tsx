import { useState, type CSSProperties } from 'react';

import { useSiteName } from '../../lib/site-name.ts';
import { useTexts } from '../../lib/texts.ts';
import { toPictureAddress } from '../../parts/game-cards/game-media.ts';
import { bothCasesIn } from '../../parts/game-cards/letter-card.ts';
import type { LetterSheet, Paper, PrintedCard, Word } from './sheets.ts';
import styles from './pages.module.css';

/** Pages of memory cards with lines to cut along. */
export function CardPages({ pages, paper }: { pages: readonly PrintedCard[][]; paper: Paper }) {
  const t = useTexts();
  return pages.map((cards, index) => (
    // A page is its place.
    <section
      key={index}
      className={styles.paper}
      data-paper={paper}
      aria-label={t('print.page', { number: index + 1 })}
    >
      <div className={styles.grid}>
        {cards.map((card) => (
          <div key={`${card.letter} ${card.name} ${card.face}`} className={styles.card} data-face={card.face}>
            {card.face === 'letter' && (
              <span className={styles.letters} dir="auto">
                {bothCasesIn(card.pack, card.letter)}
              </span>
            )}
            <Picture word={card} />
            {card.face === 'picture' && <Name word={card} />}
          </div>
        ))}
      </div>
      <SiteName />
    </section>
  ));
}

/** Pages with a letter to colour, lines to write it, and its words. */
export function LetterSheets({ sheets, paper }: { sheets: readonly LetterSheet[]; paper: Paper }) {
  const t = useTexts();
  return sheets.map(({ letter, words, pack }, index) => (
    <section
      // A page is its place.
      key={index}
      className={styles.paper}
      data-paper={paper}
      aria-label={t('print.sheet', { letter })}
    >
      <p className={styles.outline} dir="auto">
        {bothCasesIn(pack, letter)}
      </p>
      <div className={styles.line} />
      <div className={styles.line} />
      <ul className={styles.words}>
        {words.map((word) => (
          <li key={word.name}>
            <Picture word={word} />
            <Name word={word} />
          </li>
        ))}
      </ul>
      <SiteName />
    </section>
  ));
}

/** Tells whose page lies on the table. */
function SiteName() {
  return (
    <p className={styles.site} dir="auto">
      {useSiteName()}
    </p>
  );
}

function Picture({ word }: { word: Word }) {
  const [isBroken, setBroken] = useState(false);
  // A letter without its picture says its word, as on a board.
  if (!word.hasPicture || isBroken)
    return 'face' in word && word.face === 'letter' ? <Name word={word} /> : null;
  return <img src={toPictureAddress(word)} alt="" width={512} height={512} onError={() => setBroken(true)} />;
}

function Name({ word: { name } }: { word: Word }) {
  return (
    <span className={styles.name} dir="auto" style={toNameSize(name)}>
      {name}
    </span>
  );
}

/** Returns the values from which pages.module.css sizes a name: its longest part, and the root of its length. */
function toNameSize(name: string): CSSProperties {
  const longest = Math.max(...name.split(/[\s-]/).map((part) => part.length));
  // React's type has no custom properties
  return { '--length': longest, '--root': Math.sqrt(name.length).toFixed(2) } as CSSProperties;
}
