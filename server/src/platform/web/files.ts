import { URI } from 'vscode-uri';
import type { UriResolver } from '../platform.ts';

export const files: UriResolver = {
  pathOf: () => undefined,
  // Encodes the URI like VS Code, which is the only editor that starts the server in a browser.
  canonicalUri(uri) {
    try {
      return URI.parse(uri, true).toString();
    } catch {
      return uri;
    }
  },
  normalize(relative) {
    const absolute = relative.startsWith('/');
    const kept: string[] = [];
    for (const name of relative.split('/')) {
      if (name === '' || name === '.') continue;
      if (name === '..' && kept.length > 0 && kept.at(-1) !== '..') kept.pop();
      else if (name !== '..' || !absolute) kept.push(name);
    }
    const way = `${absolute ? '/' : ''}${kept.join('/')}`;
    return kept.length > 0 && relative.endsWith('/') ? `${way}/` : way || (relative.endsWith('/') ? './' : '.');
  },
  // The client has a command that shows the pages, because it knows where the extension is installed.
  rulePage: () => undefined,
  isOnDisk: async () => false,
};
