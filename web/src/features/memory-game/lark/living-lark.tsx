import { useRef } from 'react';

import { Lark } from './lark.tsx';
import { usePose, type LarkLife } from './use-pose.ts';

/** The lark that takes part in the game. */
export function LivingLark(life: LarkLife) {
  const lark = useRef<SVGSVGElement>(null);
  return <Lark ref={lark} pose={usePose(lark, life)} />;
}
