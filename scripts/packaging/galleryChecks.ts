/**
 * Checks the requirements of Open VSX and the Marketplace before publishing. Otherwise, problems would appear only
 * after the tag is created.
 */
import { isJsonObject, getString, getStrings } from '#core/common/json.ts';
import { isAbsolute, linksIn } from './galleryReadme.ts';

/**
 * Maximum lengths in characters. Source: eclipse/openvsx@02a7bb57
 * server/src/main/java/org/eclipse/openvsx/ExtensionValidator.java
 */
const sizes: Readonly<Record<string, number>> = { displayName: 255, description: 2048, license: 255, homepage: 255 };
/**
 * Limit of the Marketplace: "The maximum number of keywords is 30"
 * (https://code.visualstudio.com/api/working-with-extensions/publishing-extension).
 */
const mostKeywords = 30;
/**
 * Categories in the VS Code documentation of the manifest
 * (https://code.visualstudio.com/api/references/extension-manifest).
 */
const categories: readonly string[] =
  'Programming Languages,Snippets,Linters,Themes,Debuggers,Formatters,Keymaps,SCM Providers,Other,Extension Packs,Language Packs,Data Science,Machine Learning,Visualization,Notebooks,Education,Testing,AI,Chat'.split(
    ',',
  );

export interface ForGallery {
  /** The packaged package.json. */
  readonly manifest: unknown;
  readonly readme: string;
  /** Image file of `icon`. */
  readonly icon: Buffer;
}

/** Returns problems that galleries would reject or that would display incorrectly. */
export function galleryProblems({ manifest, readme, icon }: ForGallery): string[] {
  return [...fieldProblems(manifest), ...linkProblems(readme), ...iconProblems(icon)];
}

function fieldProblems(manifest: unknown): string[] {
  const problems: string[] = [];
  const needed = ['name', 'displayName', 'description', 'version', 'publisher', 'license', 'icon'];
  problems.push(
    ...needed
      .filter((field) => (getString(manifest, field) ?? '') === '')
      .map((field) => `package.json has no ${field}`),
  );
  for (const field of ['name', 'publisher']) {
    if (!/^[\w+$~-]{1,255}$/.test(getString(manifest, field) ?? ''))
      problems.push(`${field} isn't a valid name for Open VSX`);
  }
  if (!/^\d+\.\d+\.\d+$/.test(getString(manifest, 'version') ?? ''))
    problems.push("version doesn't have the form 1.2.3, which the Marketplace requires");
  for (const [field, most] of Object.entries(sizes)) {
    const text = getString(manifest, field) ?? '';
    if (text.length > most) problems.push(`${field} is longer than ${most} characters`);
    if (/\p{C}|\p{Zl}|\p{Zp}/u.test(text)) problems.push(`${field} contains invisible characters`);
  }
  const keywords = getStrings(manifest, 'keywords');
  if (keywords.length > mostKeywords) problems.push(`package.json has more than ${mostKeywords} keywords`);
  for (const category of getStrings(manifest, 'categories'))
    if (!categories.includes(category)) problems.push(`unknown category ${category}`);
  if (!['dark', 'light'].includes(getString(manifest, 'galleryBanner', 'theme') ?? 'dark'))
    problems.push('galleryBanner.theme must be dark or light');
  if (!/^#[0-9a-f]{6}$/i.test(getString(manifest, 'galleryBanner', 'color') ?? '#000000'))
    problems.push("galleryBanner.color isn't a valid color");
  for (const [field, url] of [
    ['homepage', getString(manifest, 'homepage')],
    ['repository', getString(manifest, 'repository', 'url')],
    ['bugs', getString(manifest, 'bugs', 'url')],
  ] as const) {
    if (url !== undefined && !/^https:\/\/[^/]+/.test(url)) problems.push(`${field} must be an HTTPS URL`);
  }
  if (isJsonObject(manifest) && 'enabledApiProposals' in manifest)
    problems.push('package.json uses proposed APIs, which galleries reject');
  return problems;
}

/** Checks images and links. The Marketplace accepts only images with https and no SVG. Links must work in a gallery. */
function linkProblems(readme: string): string[] {
  const headings = new Set(Array.from(readme.matchAll(/^#+ (.+)$/gm), ([, words = '']) => `#${anchor(words)}`));
  return linksIn(readme).flatMap(({ target, picture }) => {
    if (!isAbsolute(target)) return [`README.md: the link ${target} doesn't work in a gallery`];
    if (picture && (!target.startsWith('https://') || /\.svg(?:$|[?#])/i.test(target)))
      return [`README.md: the Marketplace doesn't show the picture ${target}`];
    if (target.startsWith('#') && !headings.has(target)) return [`README.md: no heading ${target}`];
    return [];
  });
}

/** Returns the anchor of a heading. */
export function anchor(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

/** Checks that the icon is a square PNG of at least 128 pixels. The first chunk contains its size. */
function iconProblems(icon: Buffer): string[] {
  if (icon.length < 24 || icon.toString('latin1', 1, 4) !== 'PNG') return ["the icon isn't a PNG"];
  const [width, height] = [icon.readUInt32BE(16), icon.readUInt32BE(20)];
  return width >= 128 && width === height
    ? []
    : [`the icon is ${width} x ${height} pixels, but must be square and at least 128 x 128 pixels`];
}
