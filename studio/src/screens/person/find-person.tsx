import { useEffect, useState } from "preact/hooks";
import { count } from "../../../../src/document/format.js";
import { jobs } from "../../job-worker.js";
import {
  Badge,
  Checkbox,
  type Column,
  DataTable,
  LiveRegion,
  Notice,
  ScreenHead,
  Select,
  TextInput,
} from "../../parts/index.js";
import { hashOf } from "../../routes.js";
import { type OpenedSummary, store } from "../../store.js";
import { en } from "../../text/en.js";
import type { PeopleOverview } from "../../worker/person-jobs.js";
import type { ListedPerson, PeopleOrder, PeoplePage, PeopleQuery } from "../../worker/person-list.js";
import { figure } from "./figures.js";
import { useAsked, useSettled } from "./use-answers.js";

const PAGE_SIZE = 25;

const EVERYBODY: PeopleQuery = {
  search: "",
  onlyContested: false,
  onlyDiffering: false,
  onlyWithLetter: false,
  group: null,
  order: "row",
  isDescending: false,
  page: 0,
  pageSize: PAGE_SIZE,
};

/** The list as it was left, while the audit is open. */
let lastQuery = EVERYBODY;
let lastFor: OpenedSummary | null = null;

function queryAsLeft(): PeopleQuery {
  const { opened } = store.get();
  if (opened !== lastFor) lastQuery = EVERYBODY;
  lastFor = opened;
  return lastQuery;
}

const NO_PAGE: PeoplePage = { total: 0, page: 0, people: [] };

/** The people of the audit, to be searched, sorted and chosen from. */
export function FindPerson({ overview }: { overview: PeopleOverview }) {
  const [query, setQuery] = useState(queryAsLeft);
  const [before, setBefore] = useState(NO_PAGE);
  const ask = (change: Partial<PeopleQuery>) => {
    lastQuery = { ...query, page: 0, ...change };
    setQuery(lastQuery);
  };
  const { answer, failure } = useAsked(query, async () => {
    const page = await jobs.call("person", "list", query);
    setBefore(page);
    return page;
  });
  const page = answer ?? before;
  const words = en.person.find;
  useEffect(() => {
    document.title = `${en.screens.person} – ${en.app.name}`;
  }, []);
  const spoken = useSettled(words.found(page.total, overview.count), 500);
  return (
    <>
      <ScreenHead title={words.title}>
        <p>{words.lead}</p>
        {overview.isHeldOut && <p>{words.heldOut}</p>}
      </ScreenHead>
      <div class="stack">
        <search class="person-filters">
          <TextInput
            type="search"
            label={overview.idColumn === null ? words.searchRow : words.searchId(overview.idColumn)}
            value={query.search}
            onInput={(search) => ask({ search })}
          />
          <Select
            label={words.order}
            value={query.order}
            choices={ORDERS.map((order) => ({ value: order, label: words.orders[order] }))}
            onChange={(order) => ask({ order })}
          />
          <Checkbox
            label={words.descending}
            isChecked={query.isDescending}
            onChange={(isDescending) => ask({ isDescending })}
          />
          {overview.groups.length > 0 && <GroupFilter overview={overview} query={query} ask={ask} />}
          <fieldset class="person-checks row">
            <legend class="hidden">{words.only}</legend>
            {(["contested", "differing", "withLetter"] as const).map((which) => (
              <Checkbox
                key={which}
                label={words[which](overview[which])}
                isChecked={query[ONLY[which]]}
                onChange={(isOn) => ask({ [ONLY[which]]: isOn })}
              />
            ))}
          </fieldset>
        </search>
        <LiveRegion>{spoken}</LiveRegion>
        {!overview.isHeldOut && <Notice kind="warning" title={words.inSample} />}
        {failure !== null && <Notice kind="error" isLive title={failure} />}
        <DataTable
          caption={words.found(page.total, overview.count)}
          columns={COLUMNS}
          rows={page.people}
          rowKey={(person) => person.row}
          pageSize={PAGE_SIZE}
          total={page.total}
          page={page.page}
          onPage={(wanted) => ask({ page: wanted })}
          empty={answer === null ? en.app.loading : words.nobody}
        />
      </div>
    </>
  );
}

const ONLY = { contested: "onlyContested", differing: "onlyDiffering", withLetter: "onlyWithLetter" } as const;
const ORDERS: readonly PeopleOrder[] = ["row", "id", "boundary", "margin", "decision", "rebuilt", "determined"];

interface GroupFilterProps {
  readonly overview: PeopleOverview;
  readonly query: PeopleQuery;
  readonly ask: (change: Partial<PeopleQuery>) => void;
}

function GroupFilter({ overview: { groups }, query, ask }: GroupFilterProps) {
  const all = groups.flatMap(({ attribute, labels }) =>
    labels.map(({ label, people }) => ({ attribute, label, people })),
  );
  const chosen = all.findIndex(
    ({ attribute, label }) => attribute === query.group?.attribute && label === query.group.label,
  );
  return (
    <Select
      label={en.person.find.group}
      value={String(chosen)}
      choices={[
        { value: "-1", label: en.person.find.everybody },
        ...all.map(({ attribute, label, people }, k) => ({
          value: String(k),
          label: en.person.find.groupChoice(attribute, label, count(people)),
        })),
      ]}
      onChange={(value) => {
        const group = all[Number(value)];
        ask({ group: group === undefined ? null : { attribute: group.attribute, label: group.label } });
      }}
    />
  );
}

const COLUMNS: readonly Column<ListedPerson>[] = [
  {
    key: "person",
    head: en.person.find.person,
    isRowHead: true,
    cell: ({ id, row }) => (
      <a class="person-link" href={hashOf("person", String(row))}>
        {id ?? en.person.find.row(row)}
      </a>
    ),
  },
  { key: "row", head: en.person.find.rowHead, kind: "number", cell: ({ row }) => row },
  { key: "decision", head: en.person.find.decision, cell: ({ decision }) => decision },
  {
    key: "rebuilt",
    head: en.person.find.rebuilt,
    cell: ({ rebuilt, agrees }) => (
      <>
        {rebuilt} {!agrees && <Badge icon="swap">{en.person.find.differs}</Badge>}
      </>
    ),
  },
  { key: "margin", head: en.person.find.margin, kind: "number", cell: ({ margin }) => figure(margin) },
  {
    key: "determined",
    head: en.person.find.determined,
    cell: ({ determined }) => {
      const { clear, open, unknown } = en.person.find;
      return determined === null ? unknown : determined === "contested" ? open : clear;
    },
  },
  { key: "letters", head: en.person.find.letters, kind: "number", cell: ({ letters }) => letters },
];
