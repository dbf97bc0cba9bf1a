import { catalog } from '@larksong/contracts';

import { useTexts } from '../../lib/texts.ts';
import { Status } from '../../ui/status.tsx';
import { countCharacters } from './graphemes.ts';
import styles from './comments.module.css';

const MAXIMUM = catalog.MAX_COMMENT_CHARACTERS;
/** How many characters are left when that is read out. */
const READ_OUT: readonly number[] = [50, 20, 10, 5, 0];

/** Says how much of the room a text uses; near its end, screen readers hear how much is left. */
export function CharacterCount({ text }: { text: string }) {
  const t = useTexts();
  const count = countCharacters(text.trim());
  const left = MAXIMUM - count;
  return (
    <div className={styles.count} data-over={left < 0 || undefined}>
      <span aria-hidden>{t('comments.counter', { count, maximum: MAXIMUM })}</span>
      <Status className="sr-only">
        {left < 0 && t('comments.over', { count: -left })}
        {READ_OUT.includes(left) && t('comments.left', { count: left })}
      </Status>
    </div>
  );
}
