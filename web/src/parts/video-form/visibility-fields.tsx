import type { catalog } from '@larksong/contracts';

import { UserPicker } from './user-picker.tsx';

const CHOICES: { visibility: catalog.Visibility; label: string; hint: string }[] = [
  { visibility: 'public', label: 'Public', hint: 'Everyone can watch' },
  { visibility: 'registered', label: 'Registered', hint: 'Everyone who is signed in' },
  { visibility: 'private', label: 'Private', hint: 'One user, whom you choose' },
];

interface Audience {
  visibility: catalog.Visibility;
  /** Used for private videos only. */
  privateUserId: string;
}

interface VisibilityFieldsProps {
  audience: Audience;
  /** The error in the private user. */
  error: string | undefined;
  onChange: (changes: Partial<Audience>) => void;
}

/** The fields that decide who may watch the video. */
export function VisibilityFields({ audience, error, onChange }: VisibilityFieldsProps) {
  return (
    <fieldset>
      <legend>Visibility</legend>
      {CHOICES.map(({ visibility, label, hint }) => (
        <label key={visibility} className="choice">
          <input
            type="radio"
            name="visibility"
            checked={audience.visibility === visibility}
            onChange={() => onChange({ visibility })}
          />
          <span>
            {label}
            <small>{hint}</small>
          </span>
        </label>
      ))}
      {audience.visibility === 'private' && (
        <UserPicker
          value={audience.privateUserId}
          error={error}
          onChange={(privateUserId) => onChange({ privateUserId })}
        />
      )}
    </fieldset>
  );
}
