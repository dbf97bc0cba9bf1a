/** The properties of a page that the shell reads. */
export interface PageHandle {
  /** Draws the meadow behind the whole page. */
  meadow?: boolean;
  /** Shows the two pictures that lead from the game to the songs and back. */
  tabs?: boolean;
  /** For guests, who came for one list: the bar leads nowhere else. */
  guest?: boolean;
}
