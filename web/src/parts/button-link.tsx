import { Link, type LinkProps } from 'react-router';

import { toButtonClass, type ButtonLook } from '../ui/button.tsx';

/** A link to a page of the site that looks like a button. */
export function ButtonLink({ variant, slim, className, ...rest }: ButtonLook & LinkProps) {
  return <Link {...rest} className={toButtonClass({ variant, slim, className })} />;
}
