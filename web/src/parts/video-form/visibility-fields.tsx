import { catalog } from '@larksong/contracts';

import { useTexts } from '../../lib/texts.ts';
import { UserPicker } from './user-picker.tsx';

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
  const t = useTexts();
  return (
    <fieldset>
      <legend>{t('visibility.legend')}</legend>
      {catalog.VISIBILITIES.map((visibility) => (
        <label key={visibility} className="choice">
          <input
            type="radio"
            name="visibility"
            checked={audience.visibility === visibility}
            onChange={() => onChange({ visibility })}
          />
          <span>
            {t(`visibility.${visibility}`)}
            <small>{t(`visibility.hint-${visibility}`)}</small>
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
