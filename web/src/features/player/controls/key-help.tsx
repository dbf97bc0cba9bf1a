import { useTexts } from '../../../lib/texts.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { KEY_HELP } from '../playback/shortcuts.ts';
import styles from './key-help.module.css';

/** The list of keys, opened by `?`. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  return (
    <Dialog open title={t('keys.title')} onClose={onClose}>
      <dl className={styles.keys}>
        {KEY_HELP.map(([keys, effect]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys.replace('Space', t('keys.space'))}</kbd>
            </dt>
            <dd>{t(`keys.${effect}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
