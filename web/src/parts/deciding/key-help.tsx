import styles from './deciding.module.css';

interface KeyHelpProps {
  /** The names of keys, with spaces between them, and what they do. */
  keys: readonly (readonly [names: string, does: string])[];
  label: string;
}

/** Names the keys of a page; hidden where there is no keyboard. */
export function KeyHelp({ keys, label }: KeyHelpProps) {
  return (
    <dl className={styles.keys} aria-label={label}>
      {keys.map(([names, does]) => (
        <div key={names}>
          <dt>
            {names.split(' ').map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}
