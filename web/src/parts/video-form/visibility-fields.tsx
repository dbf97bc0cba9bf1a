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
  /** The only user whom the uploader may choose as the viewer: themselves. */
  soleViewer: string | undefined;
  onChange: (changes: Partial<Audience>) => void;
}

/** The fields that decide who may watch the video. */
export function VisibilityFields({ audience, error, soleViewer, onChange }: VisibilityFieldsProps) {
  const t = useTexts();
  // A superadmin may have chosen somebody else.
  const isForSomebodyElse = audience.visibility === 'private' && audience.privateUserId !== soleViewer;
  const isForUploader = soleViewer !== undefined && !isForSomebodyElse;
  const choose = (visibility: catalog.Visibility) => {
    const isForSole = visibility === 'private' && soleViewer !== undefined;
    onChange(isForSole ? { visibility, privateUserId: soleViewer } : { visibility });
  };
  return (
    <fieldset>
      <legend>{t('visibility.legend')}</legend>
      {catalog.VISIBILITIES.map((visibility) => (
        <label key={visibility} className="choice">
          <input
            type="radio"
            name="visibility"
            checked={audience.visibility === visibility}
            onChange={() => choose(visibility)}
          />
          <span>
            {t(`visibility.${visibility}`)}
            <small>
              {visibility === 'private' && isForUploader
                ? t('visibility.hint-only-you')
                : t(`visibility.hint-${visibility}`)}
            </small>
          </span>
        </label>
      ))}
      {audience.visibility === 'private' && soleViewer === undefined && (
        <UserPicker
          value={audience.privateUserId}
          error={error}
          onChange={(privateUserId) => onChange({ privateUserId })}
        />
      )}
    </fieldset>
  );
}
