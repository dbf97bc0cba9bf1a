import { lazy, Suspense, useState } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Scene } from './scene.tsx';
import styles from './ended.module.css';

/** Hardly ever wanted, so the first load of a nest goes without. */
const CodeForm = lazy(async () => ({ default: (await import('../enter-nest/code-form.tsx')).CodeForm }));

interface EndedProps {
  title: string;
  hint: string;
  onTyped: (code: string) => void;
}

/**
 * What is left when the device may show no nest: a grown-up has taken it back, or nobody is in its class. Another code opens
 * it again, since the tablet of a class may have no address bar.
 */
export function Ended({ title, hint, onTyped }: EndedProps) {
  const t = useTexts();
  const [isTyping, setTyping] = useState(false);
  return (
    <Scene title={title} isNight>
      <p className={styles.hint}>{hint}</p>
      {isTyping ? (
        <Suspense>
          <CodeForm level={2} onTyped={onTyped} />
        </Suspense>
      ) : (
        <Button onClick={() => setTyping(true)}>{t('nest.type-code')}</Button>
      )}
    </Scene>
  );
}
