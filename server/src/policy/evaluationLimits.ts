/** How much an evaluation may take, by who waits for it. */
import { defaultLimits, type Limits } from '../rego/limits.ts';

const now = () => performance.now();

/** While a table or the lenses above rules are made: they are asked for at every change. */
export const tableLimits: Limits = { ...defaultLimits, steps: 200_000, allocation: 2_000_000, time: { now, milliseconds: 100 } };

/** In a thread for the editor: others share the memory, and somebody waits. */
export const editorLimits: Limits = { ...defaultLimits, steps: 2_000_000, allocation: 10_000_000, time: { now, milliseconds: 1000 } };

/** In an editor without threads: all other requests wait while one is evaluated. */
export const sliceLimits: Limits = { ...editorLimits, time: { now, milliseconds: 300 } };

/** On the command line nobody else waits. */
export const commandLimits: Limits = { ...defaultLimits, time: { now, milliseconds: 10_000 } };
