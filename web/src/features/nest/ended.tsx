import { useTexts } from '../../lib/texts.ts';
import { Scene } from './scene.tsx';
import styles from './ended.module.css';

/** What is left when the device may show no nest any more: a grown-up has taken it back. */
export function Ended() {
  const t = useTexts();
  return (
    <Scene title={t('nest.ended')} isNight>
      <p className={styles.hint}>{t('nest.ended-hint')}</p>
    </Scene>
  );
}
