/**
 * Writes a web extension with an in-memory file system. It simulates a remote repository that VS Code opens without
 * cloning it.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';

export const virtualScheme = 'osctestfs';

/**
 * Writes the extension into its folder.
 * @param files contents by path. Each path starts with a slash
 */
export function writeVirtualFolder(folder: string, files: Readonly<Record<string, string>>): void {
  const manifest = {
    name: 'virtual-folder',
    publisher: 'test',
    version: '1.0.0',
    engines: { vscode: '^1.101.0' },
    browser: './extension.js',
    extensionKind: ['web'],
    activationEvents: [`onFileSystem:${virtualScheme}`],
    capabilities: { virtualWorkspaces: true, untrustedWorkspaces: { supported: true } },
  };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(path.join(folder, 'extension.js'), provider(files));
}

const provider = (files: Readonly<Record<string, string>>): string => `
const vscode = require('vscode');
const files = new Map(Object.entries(${JSON.stringify(files)}).map(([path, text]) => [path, new TextEncoder().encode(text)]));
const below = (uri) => (uri.path.endsWith('/') ? uri.path : uri.path + '/');
const isFolder = (uri) => [...files.keys()].some((path) => path.startsWith(below(uri)));
const changed = new vscode.EventEmitter();
exports.activate = (context) => {
  context.subscriptions.push(vscode.workspace.registerFileSystemProvider('${virtualScheme}', {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => {}),
    stat(uri) {
      const file = files.get(uri.path);
      if (file !== undefined) return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: file.length };
      if (isFolder(uri)) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
      throw vscode.FileSystemError.FileNotFound(uri);
    },
    readDirectory(uri) {
      const names = new Map();
      for (const path of files.keys()) {
        if (!path.startsWith(below(uri))) continue;
        const [name, ...deeper] = path.slice(below(uri).length).split('/');
        names.set(name, deeper.length > 0 ? vscode.FileType.Directory : vscode.FileType.File);
      }
      return [...names];
    },
    readFile(uri) {
      const file = files.get(uri.path);
      if (file === undefined) throw vscode.FileSystemError.FileNotFound(uri);
      return file;
    },
    writeFile(uri, content) {
      files.set(uri.path, content);
      changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    },
    createDirectory() {},
    delete: (uri) => void files.delete(uri.path),
    rename() {
      throw vscode.FileSystemError.NoPermissions();
    },
  }, { isCaseSensitive: true }));
};
`;
