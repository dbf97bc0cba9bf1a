import type { Paper } from '../../print-cards/sheets.ts';
import { useSiteName } from '../../../lib/site-name.ts';
import { useTexts } from '../../../lib/texts.ts';
import { ListSign } from '../../../parts/list-sign.tsx';
import { Animal, nameOf } from '../../../parts/nest/animal.tsx';
import { LazyQrCode } from '../../share-list/lazy-qr-code.tsx';
import { toCardAddress } from './card-address.ts';
import type { SheetCard } from './sheet.ts';
import styles from './card-sheets.module.css';

interface CardSheetsProps {
  sheets: readonly SheetCard[][];
  paper: Paper;
}

/** Pages of cards with lines to cut along: whose each is, its QR code, and the code in letters. */
export function CardSheets({ sheets, paper }: CardSheetsProps) {
  const t = useTexts();
  return sheets.map((cards, index) => (
    // A page is its place.
    <ul
      key={index}
      className={styles.paper}
      data-paper={paper}
      aria-label={t('sheet.page', { number: index + 1 })}
    >
      {cards.map((card) => (
        <Card key={card.id} card={card} />
      ))}
    </ul>
  ));
}

function Card({ card: { code, label, face, of } }: { card: SheetCard }) {
  const t = useTexts();
  const siteName = useSiteName();
  const { href, start } = toCardAddress(code);
  return (
    <li className={styles.card}>
      <span className={styles.whose}>
        {face && <Animal face={face} className={styles.animal} />}
        {!face && of && <ListSign list={of} isLarge className={styles.sign} />}
        <strong dir="auto">{face ? nameOf(face, t) : label}</strong>
        <small>
          <bdi>{siteName}</bdi>
          {of && (
            <>
              {' · '}
              <bdi>{of.name}</bdi>
            </>
          )}
        </small>
      </span>
      <span className={styles.way}>
        <LazyQrCode className={styles.qr} content={href} />
        <code dir="ltr">
          <small>{start}</small>
          <span>{code}</span>
        </code>
      </span>
    </li>
  );
}
