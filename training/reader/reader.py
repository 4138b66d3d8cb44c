"""The reader: BERT's encoder with two scores a token, and what its input looks like."""
import random

import torch
import torch.nn.functional as F
from safetensors.torch import load_file
from tokenizers import Tokenizer
from torch import nn

BEGIN, END = 101, 102
MAX_TOKENS, MAX_QUESTION, MAX_HEADING = 256, 64, 40


class Layer(nn.Module):
    def __init__(self, width=384, heads=12, inner=1536):
        super().__init__()
        self.heads, self.is_exported = heads, False
        self.q, self.k, self.v, self.o = (nn.Linear(width, width) for _ in range(4))
        self.n1, self.n2 = (nn.LayerNorm(width, eps=1e-12) for _ in range(2))
        self.i, self.f = nn.Linear(width, inner), nn.Linear(inner, width)

    def forward(self, x, mask):
        batch, tokens, width = x.shape
        split = lambda some: some.view(batch, tokens, self.heads, width // self.heads).transpose(1, 2)
        q, k, v = split(self.q(x)), split(self.k(x)), split(self.v(x))
        if self.is_exported:
            mixed = ((q @ k.transpose(-1, -2)) * (width // self.heads) ** -0.5 + mask).softmax(-1) @ v
        else:
            mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=mask.to(q.dtype))
        x = self.n1(x + self.o(mixed.transpose(1, 2).reshape(batch, tokens, width)))
        return self.n2(x + F.dropout(self.f(F.gelu(self.i(x))), 0.1, self.training))


class Reader(nn.Module):
    """Token ids, mask and types, each batch × tokens → batch × tokens × 2: how much the sentence around a token answers,
    and whether the token is of the answer."""

    def __init__(self, layers=6, width=384, vocabulary=30522):
        super().__init__()
        self.word, self.pos, self.typ = nn.Embedding(vocabulary, width), nn.Embedding(512, width), nn.Embedding(2, width)
        self.norm = nn.LayerNorm(width, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(layers))
        self.head = nn.Linear(width, 2)

    def forward(self, ids, mask, types):
        x = self.norm(self.word(ids) + self.pos(torch.arange(ids.shape[1]))[None] + self.typ(types))
        weighed = (1.0 - mask[:, None, None, :].to(x.dtype)) * -10000.0
        for layer in self.layers:
            x = layer(x, weighed)
        return self.head(x)

    def start_from(self, file):
        """Takes over the encoder of a BERT in safetensors."""
        weights = load_file(file)
        names = {"word": "word_embeddings", "pos": "position_embeddings", "typ": "token_type_embeddings"}
        state = {f"{own}.weight": weights[f"embeddings.{theirs}.weight"] for own, theirs in names.items()}
        parts = {
            "q": "attention.self.query", "k": "attention.self.key", "v": "attention.self.value",
            "o": "attention.output.dense", "n1": "attention.output.LayerNorm",
            "i": "intermediate.dense", "f": "output.dense", "n2": "output.LayerNorm",
        }  # fmt: skip
        for end in ("weight", "bias"):
            state[f"norm.{end}"] = weights[f"embeddings.LayerNorm.{end}"]
            for layer in range(len(self.layers)):
                for own, theirs in parts.items():
                    state[f"layers.{layer}.{own}.{end}"] = weights[f"encoder.layer.{layer}.{theirs}.{end}"]
        self.load_state_dict(state, strict=False)


def unit_scores(logits, units, count):
    """Batch × (1 + count): the mean of the first score of a unit's tokens plus the most of the second. `units` has for each
    token its unit from 1, 0 for the begin mark, which stands for a passage that does not answer, else -1."""
    batch, tokens, _ = logits.shape
    scores = logits.float()
    flat = ((units + 1) + torch.arange(batch)[:, None] * (count + 2)).reshape(-1)
    sizes = torch.zeros(batch * (count + 2)).index_add_(0, flat, torch.ones(batch * tokens))
    sums = torch.zeros(batch * (count + 2)).index_add_(0, flat, scores[..., 0].reshape(-1))
    most = torch.full((batch * (count + 2),), -1e9)
    most = most.scatter_reduce(0, flat, scores[..., 1].reshape(-1), "amax", include_self=True)
    both = torch.where(sizes > 0, sums / sizes.clamp(min=1) + most, torch.full_like(sums, -1e4))
    return both.view(batch, count + 2)[:, 1:]


class Examples:
    """Turns lines of `examples.py` into token ids."""

    def __init__(self, tokenizer):
        self.tokenizer = Tokenizer.from_file(tokenizer)
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()

    def encode(self, text):
        encoded = self.tokenizer.encode(text, add_special_tokens=False)
        return encoded.ids, encoded.offsets

    def prepare(self, example):
        sentences = [self.encode(text) for text in example["sents"]]
        return {
            **{name: example[name] for name in ("pos", "spans", "kind", "src", "group")},
            "q": self.encode(example["q"])[0][:MAX_QUESTION],
            "h": self.encode(example["head"])[0][:MAX_HEADING] if example["head"] else [],
            "s": [ids for ids, _ in sentences],
            "off": [offsets for _, offsets in sentences],
        }


def build(prepared, chance=None, without_heading=0.0, max_tokens=MAX_TOKENS):
    """Ids, types, unit of each token, units that answer, tokens of the answer, count of units. A passage that is too long
    is cut around a sentence that answers, by `chance` where it is given."""
    drops = chance is not None and chance.random() < without_heading
    heading = [] if drops else prepared["h"]
    ids = [BEGIN, *prepared["q"], END]
    types, units = [0] * len(ids), [0] + [-1] * (len(ids) - 1)
    if heading:
        ids += [*heading, END]
    types += [1] * (len(ids) - len(types))
    units += [-1] * (len(ids) - len(units))
    room = max_tokens - len(ids) - 1
    lengths = [len(one) for one in prepared["s"]]
    right = prepared["pos"]
    low, high = 0, len(lengths)
    if sum(lengths) > room:
        if right:
            low = chance.choice(right) if chance else right[0]
        else:
            low = chance.randrange(len(lengths)) if chance else 0
        high, total = low + 1, lengths[low]
        while True:
            ways = []
            if low > 0 and total + lengths[low - 1] <= room:
                ways.append("before")
            if high < len(lengths) and total + lengths[high] <= room:
                ways.append("behind")
            if not ways:
                break
            if (chance.choice(ways) if chance else ways[0]) == "before":
                low -= 1
                total += lengths[low]
            else:
                total += lengths[high]
                high += 1
    answer = []
    for place in range(low, high):
        for at, start, end in prepared["spans"]:
            if at == place:
                spots = enumerate(prepared["off"][place])
                answer += [len(ids) + token for token, (x, y) in spots if x < end and y > start]
        ids += prepared["s"][place]
        units += [place - low + 1] * lengths[place]
        types += [1] * lengths[place]
    last = max_tokens - 1
    return (
        [*ids[:last], END],
        [*types[:last], 1],
        [*units[:last], -1],
        [place - low + 1 for place in right if low <= place < high],
        [token for token in answer if token < last],
        high - low,
    )


def collate(items):
    tokens = (max(len(one[0]) for one in items) + 7) // 8 * 8
    batch, count = len(items), max(one[5] for one in items)
    ids, mask, types = (torch.zeros(batch, tokens, dtype=torch.long) for _ in range(3))
    units = torch.full((batch, tokens), -1)
    wanted = torch.zeros(batch, count + 1, dtype=torch.bool)
    answer = torch.zeros(batch, tokens, dtype=torch.bool)
    for row, (own_ids, own_types, own_units, right, spots, _) in enumerate(items):
        size = len(own_ids)
        ids[row, :size], types[row, :size] = torch.tensor(own_ids), torch.tensor(own_types)
        units[row, :size], mask[row, :size] = torch.tensor(own_units), 1
        wanted[row, right or [0]] = True
        answer[row, spots if right else [0]] = True
    return ids, mask, types, units, wanted, answer, count


def seeded(number):
    return random.Random(number)
