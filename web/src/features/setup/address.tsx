import styles from './setup.module.css';

/** The address of the site in a sentence; it is written from left to right in every language. */
export function Address({ url }: { url: string }) {
  return (
    <span className={styles.address} dir="ltr">
      {url}
    </span>
  );
}
