import { Button } from '../../../ui/button.tsx';
import { confirmDialog } from '../../../ui/dialog-host.tsx';
import { savePreferences } from '../preferences/preferences.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { parseWonLetters } from '../letters/won-letters.ts';

/** Lets grown-ups clear the alphabet of this device for the next child, who is also invited again. */
export function ClearWonLetters() {
  const count = Object.keys(parseWonLetters(usePreferences().won)).length;
  if (count === 0) return null;
  const clear = async () => {
    const isSure = await confirmDialog({
      title: 'Clear My letters?',
      message: 'The next child starts with no letters won on this device. This cannot be undone.',
      confirmLabel: 'Clear My letters',
      danger: true,
    });
    if (isSure) savePreferences({ won: undefined, hasPlayed: false });
  };
  return (
    <fieldset>
      <legend>My letters</legend>
      <p className="muted small">
        {count} {count === 1 ? 'letter' : 'letters'} won on this device.
      </p>
      <div className="row">
        <Button variant="plain" onClick={() => void clear()}>
          Clear My letters
        </Button>
      </div>
    </fieldset>
  );
}
