import type { ComponentType } from 'react';

import { Game } from '../../features/nest/game/game.tsx';
import type { GameParts } from '../../features/memory-game/parts.ts';

/** Returns the page of the game in a nest, made of the parts of the game. */
export function createNestGamePage(parts: GameParts): ComponentType {
  return function NestGamePage() {
    return <Game parts={parts} />;
  };
}
