interface TrustChoiceProps {
  /** Why the backups could be somebody else's. */
  why: string;
  isTrusted: boolean;
  onChange: (isTrusted: boolean) => void;
}

/** Asks whether to accept backups without proof that they are genuine. */
export function TrustChoice({ why, isTrusted, onChange }: TrustChoiceProps) {
  return (
    <fieldset>
      <legend>Are they yours?</legend>
      <p>{why}</p>
      <label className="choice">
        <input type="checkbox" checked={isTrusted} onChange={({ target }) => onChange(target.checked)} />
        <span>
          Use them anyway
          <small>I know this place. Nobody but people I trust could put files there.</small>
        </span>
      </label>
    </fieldset>
  );
}
