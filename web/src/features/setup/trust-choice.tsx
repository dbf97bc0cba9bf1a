import { useTexts } from '../../lib/texts.ts';
import { englishWords } from '../../parts/server-words.ts';

interface TrustChoiceProps {
  /** Why the backups could be somebody else's. */
  why: string;
  isTrusted: boolean;
  onChange: (isTrusted: boolean) => void;
}

/** Asks whether to accept backups without proof that they are genuine. */
export function TrustChoice({ why, isTrusted, onChange }: TrustChoiceProps) {
  const t = useTexts();
  return (
    <fieldset>
      <legend>{t('restore.trust')}</legend>
      <p {...englishWords(why)} />
      <label className="choice">
        <input type="checkbox" checked={isTrusted} onChange={({ target }) => onChange(target.checked)} />
        <span>
          {t('restore.trust-anyway')}
          <small>{t('restore.trust-hint')}</small>
        </span>
      </label>
    </fieldset>
  );
}
