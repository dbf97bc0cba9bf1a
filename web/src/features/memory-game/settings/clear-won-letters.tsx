import { text, useTexts } from '../../../lib/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { confirmDialog } from '../../../ui/dialog-host.tsx';
import { usePreferences } from '../preferences/use-preferences.ts';
import { countWonLetters, forgetWonLetters } from './won-on-device.ts';

/** Lets grown-ups clear the alphabet of this device for the next child, who is also invited again. */
export function ClearWonLetters() {
  const t = useTexts();
  const count = countWonLetters(usePreferences());
  if (count === 0) return null;
  const clear = async () => {
    const isSure = await confirmDialog({
      title: text('clear-letters.title'),
      message: text('clear-letters.question'),
      confirmLabel: text('clear-letters.confirm'),
      danger: true,
    });
    if (isSure) forgetWonLetters();
  };
  return (
    <fieldset>
      <legend>{t('my-letters.title')}</legend>
      <p className="muted small">{t('clear-letters.count', { count })}</p>
      <div className="row">
        <Button variant="plain" onClick={() => void clear()}>
          {t('clear-letters.button')}
        </Button>
      </div>
    </fieldset>
  );
}
