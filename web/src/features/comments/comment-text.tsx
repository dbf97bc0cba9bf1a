import { classNames } from '../../ui/class-names.ts';
import styles from './comment-text.module.css';

/** What somebody wrote, as plain text with its line breaks; nothing of it reaches beyond its box. */
export function CommentText({ text, className }: { text: string; className?: string | undefined }) {
  return (
    <p dir="auto" className={classNames(styles.text, className)}>
      {text}
    </p>
  );
}
