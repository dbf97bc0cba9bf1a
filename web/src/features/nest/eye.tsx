import { Eye as EyeIcon } from 'lucide-react';
import { useEffect, useState } from 'react';

import { findFace, useNests } from '../../api/nest-session.ts';
import { useTexts } from '../../lib/texts.ts';
import { InNest } from '../../parts/nest/animal.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { speak } from './speak.ts';
import styles from './eye.module.css';

/** Stands in the corner whenever minutes are counted. A press says, in a child's words, who sees them. */
export function Eye({ className }: { className?: string | undefined }) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={classNames(styles.eye, className)}
        aria-label={t('nest.eye')}
        title={t('nest.eye')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <EyeIcon aria-hidden />
      </button>
      {isOpen && <WhoSees onClose={() => setOpen(false)} />}
    </>
  );
}

/** Shown, and spoken by the device itself. */
function WhoSees({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const face = findFace(useNests());
  const words = t('nest.eye-says');
  useEffect(() => speak(words, t.language), [words, t.language]);
  return (
    <Dialog open title={t('nest.eye')} onClose={onClose}>
      <div className={styles.who}>
        <EyeIcon className={styles.big} aria-hidden />
        {face && <InNest face={face} className={styles.nest} />}
      </div>
      <p className={styles.words}>{words}</p>
    </Dialog>
  );
}
