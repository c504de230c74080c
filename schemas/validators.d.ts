/** Validators in the form that ajv writes them: a predicate that leaves what it found in `errors`. */
interface Validator {
  (value: unknown): boolean;
  errors?: readonly { keyword: string; instancePath: string; params: Record<string, unknown> }[] | null;
}
export declare const KataConfig: Validator;
