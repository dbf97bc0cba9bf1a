import { useState } from 'react';

import { chooseNest, useNests } from '../../api/nest-session.ts';
import { queryClient } from '../../api/query-client.ts';
import { useTexts } from '../../lib/texts.ts';
import { toHueStyle } from '../../parts/list-sign.tsx';
import { Animal, describeFace } from '../../parts/nest/animal.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Status } from '../../ui/status.tsx';
import { GrownUps } from './grown-ups.tsx';
import styles from './who.module.css';

/** More than these, as of a class, are smaller, so that most of them are on the screen at once. */
const FEW = 12;

/** The pictures of all nests of the device: each child finds its own. */
export function Who() {
  const t = useTexts();
  const { faces } = useNests();
  const { chosen, hasFailed, choose } = useChoice();
  return (
    <div className={classNames('meadow', styles.who)}>
      <h1>{t('nest.who')}</h1>
      <ul className={styles.faces} data-many={faces.length > FEW || undefined}>
        {faces.map((face) => (
          <li key={face.id}>
            <button
              type="button"
              style={toHueStyle(face.ground)}
              aria-busy={chosen === face.id || undefined}
              aria-label={face.nickname ?? describeFace(face, t)}
              onClick={() => void choose(face.id)}
            >
              <span className={styles.edge}>
                <Animal face={face} />
              </span>
              <span dir="auto" aria-hidden>
                {face.nickname}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Status>{hasFailed && t('nest.back-soon')}</Status>
      <GrownUps className={styles.door} />
    </div>
  );
}

function useChoice() {
  const [chosen, setChosen] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const choose = async (id: string): Promise<void> => {
    if (chosen !== null) return;
    setChosen(id);
    setFailed(false);
    queryClient.clear(); // of another nest
    try {
      await chooseNest(id);
    } catch {
      setFailed(true);
    }
    setChosen(null);
  };
  return { chosen, hasFailed, choose };
}
