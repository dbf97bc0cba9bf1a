import { useTexts } from '../../../lib/texts.ts';
import { Field } from '../../../ui/field.tsx';
import { useHasLocalVoice } from '../sounds/device-voice.ts';
import { SPEECHES } from '../rules/speech.ts';
import type { Hearing } from '../sounds/use-sounds.ts';

interface SoundSettingsProps {
  hearing: Hearing;
  onHearing: (changes: Partial<Hearing>) => void;
}

/** Chooses the sounds; each change is stored on this device at once. */
export function SoundSettings({ hearing, onHearing }: SoundSettingsProps) {
  const t = useTexts();
  const { isMuted, voice, effects, speech, deviceVoice } = hearing;
  const hasLocalVoice = useHasLocalVoice();
  // While everything is muted, turning one kind of sound on leaves the other off.
  const set = (changes: { voice: boolean } | { effects: boolean }) =>
    onHearing(isMuted ? { isMuted: false, voice: false, effects: false, ...changes } : changes);
  return (
    <fieldset>
      <legend>{t('settings.sound')}</legend>
      <label className="choice">
        <input
          type="checkbox"
          checked={voice && !isMuted}
          onChange={({ target }) => set({ voice: target.checked })}
        />
        {t('settings.voice')}
      </label>
      <label className="choice">
        <input
          type="checkbox"
          checked={effects && !isMuted}
          onChange={({ target }) => set({ effects: target.checked })}
        />
        {t('settings.effects')}
      </label>
      {hasLocalVoice && (
        <label className="choice">
          <input
            type="checkbox"
            checked={deviceVoice}
            onChange={({ target }) => onHearing({ deviceVoice: target.checked })}
          />
          {t('settings.device-voice')}
        </label>
      )}
      <Field label={t('settings.speech')}>
        {(control) => (
          <select
            {...control}
            value={speech}
            onChange={({ target }) =>
              onHearing({ speech: SPEECHES.find((known) => known === target.value) ?? speech })
            }
          >
            {SPEECHES.map((name) => (
              <option key={name} value={name}>
                {t(`settings.speech-${name}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
    </fieldset>
  );
}
