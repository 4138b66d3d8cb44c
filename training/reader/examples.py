"""Makes examples for the reader out of question sets: a question, what stands above a passage, the passage's sentences,
which of them answer, and where in them the answer stands.

    python examples.py OUTPUT.jsonl --exclude ../../shared/eval --squad squad-dev.json:Huguenot,Immune_system \
      --squad squad-train-part.json --selqa selqa-dev.json --medquad MedQuAD --policyqa policyqa-dev.json --covidqa ...

After a colon stand the articles that are held out. Nothing is drawn without a seed: the same files give the same lines.
"""
import argparse
import collections
import glob
import json
import math
import random
import re
import xml.etree.ElementTree as ElementTree

chance = random.Random(7)
examples = []
counts = collections.Counter()

ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|St|Prof|Gen|Col|Lt|Sgt|Capt|Rev|Hon|Jr|Sr|vs|etc|No|Inc|Ltd|Co|Corp|approx|e\.g|i\.e|ca|cf|"
    r"Mt|Ft|Vol|pp|Fig|al)|\b[A-Z]|\b(?:[A-Z]\.)+[A-Z])\.$"
)
SENTENCE_END = re.compile(r"[.!?][\"'”’)\]]*(?:\[\d+\])*\s+(?=[\"'“‘(\[]?[A-Z0-9])|\n+")
NAME = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z][\w’'-]+(?:\s+(?:of\s+|the\s+)?[A-Z][\w’'-]+)*")
YEAR_OR_COUNT = re.compile(r"\b(?:1\d\d\d|20\d\d|\d{1,3})\b")


def sentences(text):
    """`(start, end)` of each sentence or line."""
    found, start = [], 0
    for end in SENTENCE_END.finditer(text):
        if end.group().strip() and ABBREVIATION.search(text[start : end.start() + 1]):
            continue
        if text[start : end.end()].strip():
            found.append((start, start + len(text[start : end.end()].rstrip())))
        start = end.end()
    if text[start:].strip():
        found.append((start, len(text.rstrip())))
    return found


def spelling(text):
    return re.sub(r"[\W_]+", " ", text.lower()).strip()


class Measured:
    """What something is measured on: none of its paragraphs, questions or sentences may be trained on."""

    def __init__(self, folder):
        self.texts, self.sentences = set(), set()
        for name in glob.glob(f"{folder}/**/*.jsonl", recursive=True):
            if not name.endswith(("corpus.jsonl", "queries.jsonl")):
                continue
            for line in open(name, encoding="utf8"):
                text = json.loads(line)["text"]
                self.texts.add(spelling(text))
                if name.endswith("corpus.jsonl") and ("xquad/en" in name or "squad2" in name):
                    spelled = (spelling(text[start:end]) for start, end in sentences(text))
                    self.sentences.update(one for one in spelled if len(one) > 40)

    def holds(self, text):
        parts = [text[start:end] for start, end in sentences(text)]
        return spelling(text) in self.texts or any(spelling(part) in self.sentences for part in parts)


def add(source, group, question, heading, text, answers, kind):
    """`answers`: `(text, start)` of each; none where the passage does not answer."""
    places = sentences(text)
    right, spans = [], []
    for answer, at in answers:
        for place, (start, end) in enumerate(places):
            if start <= at < end:
                if place not in right:
                    right.append(place)
                spans.append([place, at - start, min(at + len(answer), end) - start])
    if not places or (answers and not right):
        return
    texts = [text[start:end] for start, end in places]
    add_sentences(source, group, question, heading, texts, right, spans, kind)


def add_sentences(source, group, question, heading, texts, right, spans, kind):
    examples.append(
        {"src": source, "group": group, "q": question.strip(), "head": heading, "sents": texts, "pos": right}
        | {"spans": spans, "kind": kind}
    )
    counts[source, kind] += 1


def words(text):
    return re.findall(r"\w+", text.lower())


def squad(file, held, measured):
    """SQuAD 1.1 and 2.0: each question with its paragraph, an answerable one also with the paragraph of the article that
    shares most words with it, and with a name or number replaced."""
    data = json.load(open(file, encoding="utf8"))["data"]
    names = collections.defaultdict(list)
    for article in data:
        for paragraph in article["paragraphs"]:
            for name in NAME.findall(paragraph["context"]):
                names[len(name.split())].append((article["title"], name))
    for article in data:
        group = article["title"]
        source = "squad-held" if group in held else "squad"
        heading = group.replace("_", " ")
        paragraphs = [one for one in article["paragraphs"] if not measured.holds(one["context"])]
        counts["left out", "paragraphs"] += len(article["paragraphs"]) - len(paragraphs)
        contents = [one["context"] for one in paragraphs]
        vocabularies = [set(words(text)) for text in contents]
        frequency = collections.Counter(word for vocabulary in vocabularies for word in vocabulary)
        for at, paragraph in enumerate(paragraphs):
            for asked in paragraph["qas"]:
                question = asked["question"]
                if spelling(question) in measured.texts:
                    counts["left out", "questions"] += 1
                    continue
                answers = sorted({(one["text"], one["answer_start"]) for one in asked["answers"]})
                kind = "pos" if answers else "unans"
                add(source, group, question, heading, contents[at], answers, kind)
                if not answers:
                    continue
                known = set(words(question))
                others = [
                    (sum(math.log(1 + len(contents) / frequency[word]) for word in known & vocabularies[other]), other)
                    for other in range(len(contents))
                    if other != at and not any(text.lower() in contents[other].lower() for text, _ in answers)
                ]
                if others:
                    _, other = chance.choice(sorted(others, reverse=True)[:3])
                    add(source, group, question, heading, contents[other], [], "hardneg")
                add_sibling(source, group, question, heading, contents[at], answers, names)


def add_sibling(source, group, question, heading, text, answers, names):
    """The same with another name or number: in the question or in the passage it no longer answers; in both it does."""
    shared = sorted({one for one in NAME.findall(question) if one in text})
    shared = [one for one in shared if not any(one in answer or answer in one for answer, _ in answers)]
    numbers = [one for one in sorted(set(YEAR_OR_COUNT.findall(question))) if re.search(rf"\b{one}\b", text)]
    numbers = [one for one in numbers if not any(one in answer for answer, _ in answers)]
    if numbers and chance.random() < 0.7:
        number = chance.choice(numbers)
        other = str(max(1, int(number) + chance.choice([-10, -5, -3, -2, -1, 1, 2, 3, 4, 7, 20])))
        if re.search(rf"\b{other}\b", text):
            return
        pattern = rf"\b{number}\b"
    elif shared and chance.random() < 0.6:
        name = max(shared, key=len)
        options = [one for title, one in names[len(name.split())] if title != group and one not in text]
        if not options:
            return
        pattern, other = re.escape(name), chance.choice(options)
    else:
        return
    changed = lambda some: re.sub(pattern, lambda _: other, some)
    where = chance.random()
    if where < 0.35:
        add(source, group, changed(question), heading, text, [], "swapq")
    elif where < 0.65:
        add(source, group, question, changed(heading), changed(text), [], "swapp")
    else:
        moved = [(answer, len(changed(text[:start]))) for answer, start in answers]
        kept = [(answer, at) for answer, at in moved if changed(text)[at : at + len(answer)] == answer]
        if kept:
            add(source, group, changed(question), changed(heading), changed(text), kept, "swapboth")


def selqa(file, measured):
    """SelQA: the sentences of a section, and another section of the article."""
    asked = [one for one in json.load(open(file, encoding="utf8"))]
    asked = [one for one in asked if not any(spelling(text) in measured.sentences for text in one["candidates"])]
    sections = collections.defaultdict(list)
    for one in asked:
        sections[one["article"]].append(one)
    for one in asked:
        heading = f"{one['article']} > {one['section']}"
        if one["answers"]:
            add_sentences("selqa", one["article"], one["question"], heading, one["candidates"], one["answers"], [], "pos")
        others = [other for other in sections[one["article"]] if other["section"] != one["section"]]
        if others:
            other = chance.choice(others)
            above = f"{other['article']} > {other['section']}"
            add_sentences("selqa", one["article"], one["question"], above, other["candidates"], [], [], "hardneg")


SECTIONS = {
    "information": "Overview", "symptoms": "Symptoms", "causes": "Causes", "treatment": "Treatment",
    "exams and tests": "Diagnosis", "prevention": "Prevention", "outlook": "Outlook",
    "susceptibility": "Who is at risk", "complications": "Complications", "research": "Research",
    "support groups": "Support",
}  # fmt: skip


def medquad(folder):
    """MedQuAD: a question with the section that answers it, with another section of the same disease, and with the same
    section of another disease."""
    by_focus = {}
    for name in sorted(glob.glob(f"{folder}/**/*.xml", recursive=True)):
        try:
            root = ElementTree.parse(name).getroot()
        except ElementTree.ParseError:
            continue
        entries = []
        for pair in root.iter("QAPair"):
            question, answer = pair.find("Question"), (pair.findtext("Answer") or "").strip()
            if question is None or not answer:
                continue
            flowed = re.sub(r"\s*\n\s*", "\n", re.sub(r"[ \t]+", " ", answer))
            entries.append((question.text.strip(), question.get("qtype"), flowed[:1400]))
        if len(entries) >= 3:
            by_focus[(root.findtext("Focus") or "").strip()] = entries
    topics = list(by_focus)
    chance.shuffle(topics)

    def put(question, focus, topic, section, text, answers, kind):
        heading = f"{topic} > {SECTIONS.get(section, section or '')}" if chance.random() < 0.6 else ""
        parts = [text[start:end] for start, end in sentences(text)]
        right = list(range(len(parts))) if answers else []
        add_sentences("medquad", focus, question, heading, parts, right, [], kind)

    for focus in topics[:700]:
        question, section, answer = chance.choice(by_focus[focus])
        if len(answer) < 80:
            continue
        put(question, focus, focus, section, answer, True, "pos-any")
        others = [one for one in by_focus[focus] if one[1] not in (section, "information") and len(one[2]) > 80]
        if others:
            _, other, text = chance.choice(others)
            put(question, focus, focus, other, text, False, "othersection")
        siblings = [
            (topic, text)
            for topic in chance.sample(topics, 60)
            for _, other, text in by_focus[topic]
            if topic != focus and other == section and len(text) > 80 and focus.lower() not in text.lower()
            and topic.lower() not in focus.lower() and focus.lower() not in topic.lower()
        ]  # fmt: skip
        if siblings:
            topic, text = chance.choice(siblings)
            put(question, focus, topic, section, text, False, "sibling")


def policyqa(file):
    for article in json.load(open(file, encoding="utf8"))["data"]:
        for paragraph in article["paragraphs"]:
            for asked in paragraph["qas"]:
                if chance.random() < 0.12:
                    answers = [(one["text"], one["answer_start"]) for one in asked["answers"]]
                    title = article["title"]
                    add("policyqa", title, asked["question"], title, paragraph["context"], answers, "pos")


def covidqa(file):
    """Eight sentences of an article around the answer, and eight from elsewhere."""
    for article in json.load(open(file, encoding="utf8"))["data"]:
        for paragraph in article["paragraphs"]:
            text, group = paragraph["context"], str(paragraph.get("document_id"))
            places, title = sentences(text), text.split("\n")[0][:120]
            for asked in paragraph["qas"]:
                answer, at = asked["answers"][0]["text"].strip(), asked["answers"][0]["answer_start"]
                holding = next((place for place, (start, end) in enumerate(places) if start <= at < end), None)
                if holding is None or chance.random() < 0.4:
                    continue
                around = places[max(0, holding - chance.randrange(8)) :][:8]
                start, end = around[0][0], around[-1][1]
                if end - start > 2000:
                    continue
                add("covidqa", group, asked["question"], title, text[start:end], [(answer, at - start)], "pos")
                other = chance.randrange(max(1, len(places) - 8))
                elsewhere = text[places[other][0] : places[min(other + 7, len(places) - 1)][1]]
                if answer.lower() not in elsewhere.lower() and len(elsewhere) < 2000:
                    add("covidqa", group, asked["question"], title, elsewhere, [], "hardneg")


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("output")
parser.add_argument("--exclude", required=True, help="folder of the sets that something is measured on")
for name in ("squad", "selqa", "medquad", "policyqa", "covidqa"):
    parser.add_argument(f"--{name}", action="append", default=[])
chosen = parser.parse_args()
apart = Measured(chosen.exclude)
for given in chosen.squad:
    path, _, articles = given.partition(":")
    squad(path, set(articles.split(",")), apart)
for path in chosen.selqa:
    selqa(path, apart)
for path in chosen.medquad:
    medquad(path)
for path in chosen.policyqa:
    policyqa(path)
for path in chosen.covidqa:
    covidqa(path)
with open(chosen.output, "w", encoding="utf8") as out:
    out.writelines(json.dumps(one) + "\n" for one in examples)
for what, count in sorted(counts.items()):
    print(*what, count)
