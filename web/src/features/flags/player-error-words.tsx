import type { catalog } from '@larksong/contracts';

import { useTexts } from '../../lib/texts.ts';
import styles from './flags.module.css';

/** What the player met, as programs call it. */
export function PlayerErrorWords({ error }: { error: catalog.PlayerError }) {
  const t = useTexts();
  const { what, details, status } = error;
  const parts = [
    what,
    ...(details === undefined ? [] : [details]),
    ...(status === undefined ? [] : [status]),
  ];
  return (
    <p className="small">
      {t('flag-kind.player')}{' '}
      <code dir="ltr" className={styles.code}>
        {parts.join(' · ')}
      </code>
    </p>
  );
}
