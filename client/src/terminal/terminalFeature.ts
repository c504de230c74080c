/** Interface of the terminal feature for commands: terminals in containers, and debug shells on nodes. */
import type { CommandFeature } from '../features/lazyFeature.ts';

export type TerminalFeature = CommandFeature;
