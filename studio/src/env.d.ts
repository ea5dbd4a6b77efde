/** Name and version of the package the page was built from. */
declare const __RECAST_PACKAGE__: { readonly name: string; readonly version: string };

declare module "*.css";

declare module "*?worker&inline" {
  const InlineWorker: new (options?: WorkerOptions) => Worker;
  export default InlineWorker;
}
