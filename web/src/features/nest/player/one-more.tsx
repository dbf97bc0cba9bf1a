import { Music } from 'lucide-react';
import { useEffect, useState } from 'react';

import { useTexts } from '../../../lib/texts.ts';
import { Status } from '../../../ui/status.tsx';
import { Porthole } from '../sky/sky.tsx';
import { speak } from '../speak.ts';
import styles from './one-more.module.css';

/** Long enough to be seen by somebody who looks elsewhere first. */
const SHOWN_MS = 8000;
/** The sun on the hill, whatever is left exactly. */
const EVENING = { share: 0, leftSeconds: 0 };

/** One more song, then good night: spoken by the device itself, and shown as the sun on the hill next to one note. */
export function OneMore() {
  const t = useTexts();
  const [isShown, setShown] = useState(true);
  const words = t('nest.one-more');
  useEffect(() => speak(words, t.language), [words, t.language]);
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.oneMore} data-over={!isShown || undefined}>
      {isShown && (
        <>
          <Music className={styles.note} aria-hidden />
          <Status className={styles.words}>{words}</Status>
          <span aria-hidden>
            <Porthole time={EVENING} className={styles.sun} />
          </span>
        </>
      )}
    </div>
  );
}
