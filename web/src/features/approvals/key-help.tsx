import { useTexts } from '../../lib/texts.ts';
import { KEY_HELP } from './keys.ts';
import styles from './approvals.module.css';

/** Names the keys of the page; hidden where there is no keyboard. */
export function KeyHelp() {
  const t = useTexts();
  return (
    <dl className={styles.keys} aria-label={t('approvals.keys')}>
      {KEY_HELP.map(([keys, action]) => (
        <div key={action}>
          <dt>
            {keys.split(' ').map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{t(`approvals.key-${action}`)}</dd>
        </div>
      ))}
    </dl>
  );
}
