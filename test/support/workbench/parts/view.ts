/** A document in the browser that tests check. */
import type { FrameLocator } from 'playwright-core';

/** The document to check: a page of the extension in its frame, or a page of the browser. */
export type View = Pick<FrameLocator, 'locator'>;
