"""Figures of pytrec_eval for a made-up run, which src/evaluate/metrics is tested against.

python3 -m venv venv && venv/bin/pip install pytrec-eval-terrier==0.5.11
venv/bin/python bench/quality/trec-figures.py > src/evaluate/metrics/trec-figures.jsonl

Prints a line {ranking, judgements, figures} for each of forty made-up questions: documents best first, graded judgements.
"""

import json
import random

import pytrec_eval

MEASURES = {
    "ndcg@5": "ndcg_cut_5",
    "ndcg@10": "ndcg_cut_10",
    "map": "map",
    "p@5": "P_5",
    "recall@3": "recall_3",
    "recall@5": "recall_5",
    "recall@10": "recall_10",
    "recall@20": "recall_20",
    "recall@100": "recall_100",
}


def make_question(chance: random.Random) -> tuple[list[str], dict[str, int]]:
    documents = [f"d{number}" for number in range(chance.choice([4, 12, 40, 150]))]
    judged = chance.sample(documents, chance.randint(1, min(len(documents), 15)))
    judgements = {document: chance.choice([0, 1, 1, 2, 3]) for document in judged}
    judgements[judged[0]] = max(1, judgements[judged[0]])
    ranking = chance.sample(documents, chance.randint(1, min(len(documents), 120)))
    return ranking, judgements


def main() -> None:
    chance = random.Random(20261121)
    questions = {f"q{number}": make_question(chance) for number in range(40)}
    qrels = {question: judgements for question, (_, judgements) in questions.items()}
    run = {
        question: {document: float(-place) for place, document in enumerate(ranking)}
        for question, (ranking, _) in questions.items()
    }
    cuts = {"ndcg_cut.5,10", "P.5", "recall.3,5,10,20,100", "map"}
    figures = pytrec_eval.RelevanceEvaluator(qrels, cuts).evaluate(run)
    # trec_eval cuts the reciprocal rank nowhere: the run is cut instead.
    first_ten = {question: {d: s for d, s in scores.items() if s > -10} for question, scores in run.items()}
    reciprocal = pytrec_eval.RelevanceEvaluator(qrels, {"recip_rank"}).evaluate(first_ten)
    for question, (ranking, judgements) in questions.items():
        values = {name: figures[question][measure] for name, measure in MEASURES.items()}
        values["mrr@10"] = reciprocal[question]["recip_rank"]
        print(json.dumps({"ranking": ranking, "judgements": judgements, "figures": values}, separators=(",", ":")))


main()
