import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { PART_NAMES } from "../../worker/results-parts.js";
import { CertificateList, CertificateState } from "./certificate.js";
import { OverviewPart } from "./overview.js";
import { PartView } from "./part-view.js";
import type { Results } from "./use-results.js";

/** On paper all parts follow one another. They are drawn when the browser is about to print, at once, and let go afterwards. */
export function PrintAll({ results }: { readonly results: Results }) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(results);
  latest.current = results;
  useEffect(() => {
    const draw = () => place.current !== null && render(<AllParts results={latest.current} />, place.current);
    const clear = () => place.current !== null && render(null, place.current);
    addEventListener("beforeprint", draw);
    addEventListener("afterprint", clear);
    return () => {
      removeEventListener("beforeprint", draw);
      removeEventListener("afterprint", clear);
      clear();
    };
  }, []);
  return <div class="results-print-only" ref={place} />;
}

function AllParts({ results: { overview, parts } }: { readonly results: Results }) {
  if (overview === null) return null;
  return (
    <>
      <CertificateState overview={overview} />
      <OverviewPart overview={overview} />
      {PART_NAMES.map((part) => {
        const content = parts.get(part);
        return content === undefined ? null : <PartView key={part} part={part} content={content} showsHow />;
      })}
      <CertificateList overview={overview} />
    </>
  );
}
