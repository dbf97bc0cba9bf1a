import { directionOf } from '@larksong/contracts';
import { lazy, Suspense, useState, type ComponentProps } from 'react';

import { keepLanguage, preferredLanguage } from '../../lib/language.ts';
import { currentLanguage } from '../../lib/texts.ts';

/** If it fails to load, nothing is offered. */
const OfferPanel = lazy(async () => {
  const loaded = await import('./offer-panel.tsx').catch(() => null);
  const Nothing = (_: ComponentProps<NonNullable<typeof loaded>['OfferPanel']>) => null;
  return { default: loaded?.OfferPanel ?? Nothing };
});

/** Offers the language that the browser prefers, once, if it is not the one of the page. Never switches unasked. */
export function LanguageOffer() {
  const [offered, setOffered] = useState(preferredLanguage);
  if (!offered) return null;
  const stay = () => {
    keepLanguage(currentLanguage());
    setOffered(undefined);
  };
  return (
    <Suspense>
      <OfferPanel
        language={offered}
        direction={directionOf(offered)}
        onStay={stay}
        onChosen={() => setOffered(undefined)}
      />
    </Suspense>
  );
}
