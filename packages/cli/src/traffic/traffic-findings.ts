import type { TrafficJudge } from "@plumbline/conformance";
import type { DoctorFinding } from "@plumbline/report";

/** Findings about how much of the traffic was judged, and why the rest was not; `others` never reached the judge. */
export function trafficFindings(
  { passed: { judged, elsewhere, unknown, trouble } }: Pick<TrafficJudge, "passed">,
  others: ReadonlyMap<string, number>,
): readonly DoctorFinding[] {
  const left = [
    [elsewhere, "they were with another server; name the server to judge with --target"],
    [unknown, "the target offers no such operation"],
    [
      trouble,
      "the server, or something before it, was in trouble (429, 500 or more), and nothing repeated the request",
    ],
    ...[...others].map(([why, count]) => [count, why] as const),
  ] as const;
  const subject = "traffic";
  const out = left.reduce((sum, [count]) => sum + count, 0);
  const all = judged + out;
  return [
    { subject, state: "ok", text: `${judged === 1 ? "1 exchange was" : `${judged} exchanges were`} judged` },
    ...(out === 0
      ? []
      : [
          {
            subject,
            state: "advice" as const,
            text: `${out} of ${all} exchanges ${out === 1 ? "was" : "were"} left out`,
          },
        ]),
    ...left.flatMap(([count, why]) =>
      count === 0 ? [] : [{ subject, state: "advice" as const, text: `${count} left out: ${why}` }],
    ),
  ];
}
