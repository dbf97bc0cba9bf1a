import { useTexts } from '../../../lib/texts.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { KEY_HELP } from '../playback/shortcuts.ts';
import styles from './key-help.module.css';

interface KeyHelpProps {
  /** Further keys with what they do. */
  more: readonly (readonly [keys: string, effect: string])[] | undefined;
  onClose: () => void;
}

/** The list of keys, opened by `?`. */
export function KeyHelp({ more = [], onClose }: KeyHelpProps) {
  const t = useTexts();
  return (
    <Dialog open title={t('keys.title')} onClose={onClose}>
      <dl className={styles.keys}>
        {[...KEY_HELP.map(([keys, effect]) => [keys, t(`keys.${effect}`)] as const), ...more].map(
          ([keys, effect]) => (
            <div key={keys}>
              <dt>
                <kbd>{keys.replace('Space', t('keys.space'))}</kbd>
              </dt>
              <dd>{effect}</dd>
            </div>
          ),
        )}
      </dl>
    </Dialog>
  );
}
