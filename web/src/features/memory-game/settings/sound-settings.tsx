import type { ReactNode } from 'react';

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
      <Choice checked={voice && !isMuted} onChange={(checked) => set({ voice: checked })}>
        {t('settings.voice')}
      </Choice>
      <Choice checked={effects && !isMuted} onChange={(checked) => set({ effects: checked })}>
        {t('settings.effects')}
      </Choice>
      {hasLocalVoice && (
        <Choice checked={deviceVoice} onChange={(checked) => onHearing({ deviceVoice: checked })}>
          {t('settings.device-voice')}
        </Choice>
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

interface ChoiceProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

function Choice({ checked, onChange, children }: ChoiceProps) {
  return (
    <label className="choice">
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      {children}
    </label>
  );
}
