import { Dialog } from '../../../ui/dialog.tsx';
import { KEY_HELP } from '../playback/shortcuts.ts';
import styles from './key-help.module.css';

/** The list of keys, opened by `?`. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title="Keys" onClose={onClose}>
      <dl className={styles.keys}>
        {KEY_HELP.map(([keys, effect]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
