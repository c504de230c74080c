/**
 * Provides `@vscode/l10n` to bundles as an ES module. An import of the package itself, which is a CommonJS module,
 * creates an object with its exports in each importing file.
 */
import l10n from '../../node_modules/@vscode/l10n/dist/main.js';

export const { t, config } = l10n;
