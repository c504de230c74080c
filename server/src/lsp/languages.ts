/** Calls the language modules for the LSP capabilities. */
import type { Position } from 'vscode-languageserver';
import type {
  ServiceResult,
  LanguageContext,
  LanguageServiceFeature,
  LanguageModule,
  LanguageService,
} from '../engine/languageModule.ts';
import { loadService } from '../engine/loadService.ts';
import { FileSelection } from '../engine/workspace/fileSelection.ts';
import type { OpenFile } from '../engine/workspace/openFile.ts';

/** The source of diagnostics in the Problems view. */
const diagnosticSource = 'OSC Tools';

/** The file of a request, and the position unless it applies to the whole file. */
interface Place {
  readonly file: OpenFile;
  readonly position?: Position;
}

type Ask<Of> = (service: LanguageService, context: LanguageContext) => ServiceResult<Of>;

/** The language modules of the server. If a module fails, the error is logged and the next module is used. */
export class Languages {
  readonly modules: readonly LanguageModule[];
  readonly context: LanguageContext;
  /** Selects the files in a folder that the modules check. */
  readonly files: FileSelection;

  constructor(modules: readonly LanguageModule[], context: LanguageContext) {
    this.modules = modules;
    this.context = context;
    this.files = new FileSelection(modules);
  }

  /** Returns whether any module might have results for a feature in a file. */
  mayAnswer(feature: LanguageServiceFeature, file: OpenFile): boolean {
    return this.modules.some((module) => this.#isAsked(module, feature, { file }));
  }

  /**
   * Returns the result of the first module that has one for a position. Returns undefined if the text changes while a
   * service loads.
   */
  async firstAt<Of>(
    feature: LanguageServiceFeature,
    file: OpenFile,
    position: Position,
    ask: Ask<Of>,
  ): Promise<Of | undefined> {
    const { version } = file;
    return this.#first(feature, { file, position }, (service, context) =>
      file.version === version ? ask(service, context) : undefined,
    );
  }

  /** Returns the result of the first module that has one for the whole file. */
  async firstOf<Of>(feature: LanguageServiceFeature, file: OpenFile, ask: Ask<Of>): Promise<Of | undefined> {
    return this.#first(feature, { file }, ask);
  }

  /**
   * Returns the results of all modules for the whole file, in the order of the list. Returns undefined if no module
   * handles the file.
   */
  async joined<Of>(
    feature: LanguageServiceFeature,
    file: OpenFile,
    ask: Ask<readonly Of[]>,
  ): Promise<Of[] | undefined> {
    let all: Of[] | undefined;
    for (const module of this.modules) {
      const own = await this.#ask(module, feature, { file }, ask);
      if (own !== undefined) all = all === undefined ? [...own] : [...all, ...own];
    }
    return all;
  }

  /** Returns the source of the diagnostics of a file. */
  sourceOf(file: OpenFile): string {
    return (
      this.modules.find((module) => module.diagnosticSource !== undefined && module.owns(file))?.diagnosticSource ??
      diagnosticSource
    );
  }

  /** Returns the number of checked objects in a file. */
  countObjects(file: OpenFile): number {
    return this.modules.reduce((sum, module) => sum + (module.owns(file) ? (module.countObjects?.(file) ?? 0) : 0), 0);
  }

  async #first<Of>(feature: LanguageServiceFeature, place: Place, ask: Ask<Of>): Promise<Of | undefined> {
    for (const module of this.modules) {
      const answer = await this.#ask(module, feature, place, ask);
      if (answer !== undefined) return answer;
    }
    return undefined;
  }

  async #ask<Of>(
    module: LanguageModule,
    feature: LanguageServiceFeature,
    place: Place,
    ask: Ask<Of>,
  ): Promise<Of | undefined> {
    try {
      return this.#isAsked(module, feature, place) ? await ask(await loadService(module), this.context) : undefined;
    } catch (error) {
      this.context.log(`${place.file.uri}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      return undefined;
    }
  }

  #isAsked(module: LanguageModule, feature: LanguageServiceFeature, { file, position }: Place): boolean {
    return module.owns(file) && module.mayAnswer?.(feature, file, this.context, position) !== false;
  }
}
