"""Makes PDFs of every kind of text that readers lose, and reads all PDFs of a folder with two other readers.

python3 -m venv venv && venv/bin/pip install pypdf==7.1.1 pypdfium2==5.15.2 fonttools cryptography
venv/bin/python bench/silent-loss/made_pdfs.py make FOLDER    # some 350 files and FOLDER/shown.json
venv/bin/python bench/silent-loss/made_pdfs.py read FOLDER…   # others.json beside them: characters by page

shown.json says of each file what its page shows to a person: {name: {kind, shown, hidden, codesOnly}}. `codesOnly` are
those whose fonts say nowhere which characters their glyphs are. others.json: {path: {reader: [text of each page]}}.
"""

import io
import json
import random
import sys
import zlib
from pathlib import Path

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

SENTENCES = {
    "en": ["The ferry leaves at 06:45 from pier 12.", "Keep the valve closed below 3.5 bar.",
           "Refunds are paid within 14 days of the return.", "Nobody may enter the yard after dusk."],
    "fr": ["Le quai est fermé dès 18 h 30.", "L’été, l’île reçoit 4200 élèves.", "Ça coûte 37,50 par an.",
           "Où naît la rivière, près du hêtre?"],
    "de": ["Die Prüfung fällt am 3. März aus.", "Größe und Maß müssen übereinstimmen.",
           "Für Schäden haftet der Käufer.", "Die Öfen kühlen über Nacht ab."],
    "el": ["Το πλοίο φεύγει στις 7.", "Η πόρτα μένει κλειστή.", "Το νερό είναι κρύο.", "Η τιμή είναι 48 ευρώ."],
    "ru": ["Паром уходит в семь часов.", "Вход закрыт после 18.", "Цена билета 250 рублей.", "Вода холодная."],
    "ar": ["يغادر القارب عند الفجر", "الباب مغلق بعد المساء", "السعر خمسون دينارا", "الماء بارد جدا"],
    "he": ["הסירה יוצאת בבוקר", "הדלת סגורה בערב", "המחיר הוא חמישים", "המים קרים מאוד"],
    "gb": ["渡船早上六点开航。", "阀门低于三巴时关闭。", "退款在十四天内支付。", "天黑后禁止入内。"],
    "cns": ["渡輪早上六點開航。", "閥門低於三巴時關閉。", "退款在十四天內支付。", "天黑後禁止入內。"],
    "jp": ["船は朝六時に出ます。", "返金は十四日以内です。", "夜は立ち入り禁止。", "水が冷たいです。"],
    "kr": ["배는 아침에 떠납니다.", "환불은 십사일 이내입니다.", "밤에는 출입 금지.", "물이 차갑습니다."],
}

ASIAN = {  # predefined CMap: codec, language, collection (ISO 32000-1, table 118)
    "UniGB-UCS2": ("utf-16-be", "gb", "GB1"), "UniGB-UTF16": ("utf-16-be", "gb", "GB1"),
    "GBK-EUC": ("gbk", "gb", "GB1"), "GB-EUC": ("gb2312", "gb", "GB1"), "GBKp-EUC": ("gbk", "gb", "GB1"),
    "UniCNS-UCS2": ("utf-16-be", "cns", "CNS1"), "UniCNS-UTF16": ("utf-16-be", "cns", "CNS1"),
    "ETen-B5": ("big5", "cns", "CNS1"), "B5pc": ("big5", "cns", "CNS1"),
    "UniJIS-UCS2": ("utf-16-be", "jp", "Japan1"), "UniJIS-UTF16": ("utf-16-be", "jp", "Japan1"),
    "90ms-RKSJ": ("shift_jis", "jp", "Japan1"), "90msp-RKSJ": ("shift_jis", "jp", "Japan1"),
    "EUC": ("euc_jp", "jp", "Japan1"),
    "UniKS-UCS2": ("utf-16-be", "kr", "Korea1"), "UniKS-UTF16": ("utf-16-be", "kr", "Korea1"),
    "KSCms-UHC": ("cp949", "kr", "Korea1"), "KSC-EUC": ("euc_kr", "kr", "Korea1"),
}


def font_file():
    from fontTools.ttLib import TTFont

    font = TTFont(FONT)
    return font, font.getBestCmap(), font.getGlyphOrder()


class Pdf:
    """Objects of one file; `add` gives an object's number."""

    def __init__(self):
        self.objects = []

    def add(self, body):
        self.objects.append(body.encode("latin-1") if isinstance(body, str) else body)
        return len(self.objects)

    def stream(self, data, entries="", packed=False):
        data = data.encode("latin-1") if isinstance(data, str) else data
        if packed:
            data, entries = zlib.compress(data), entries + " /Filter /FlateDecode"
        return self.add(b"<< %s /Length %d >>\nstream\n%s\nendstream" % (entries.encode(), len(data), data))

    def finish(self, contents, resources, page="", catalogue="", more_pages=()):
        tree = len(self.objects) + 2 + len(more_pages)
        numbers = [
            self.add(f"<< /Type /Page /Parent {tree} 0 R /MediaBox [0 0 595 842] /Contents {each} /Resources << {resources} >> {page} >>")
            for each in (contents, *more_pages)
        ]
        kids = " ".join(f"{number} 0 R" for number in numbers)
        assert self.add(f"<< /Type /Pages /Count {len(numbers)} /Kids [{kids}] >>") == tree
        root = self.add(f"<< /Type /Catalog /Pages {tree} 0 R {catalogue} >>")
        out = bytearray(b"%PDF-1.7\n")
        offsets = []
        for index, body in enumerate(self.objects):
            offsets.append(len(out))
            out += b"%d 0 obj\n%s\nendobj\n" % (index + 1, body)
        start = len(out)
        out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(offsets) + 1)
        out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
        out += b"trailer\n<< /Size %d /Root %d 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(offsets) + 1, root, start)
        return bytes(out)


def standard(pdf, name="Helvetica", encoding="/WinAnsiEncoding", more=""):
    entry = f"/Encoding {encoding}" if encoding else ""
    return pdf.add(f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} {entry} {more} >>")


def asian(pdf, cmap, collection):
    system = f"/CIDSystemInfo << /Registry (Adobe) /Ordering ({collection}) /Supplement 2 >>"
    child = pdf.add(f"<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Some-Light {system} /DW 1000 >>")
    return pdf.add(f"<< /Type /Font /Subtype /Type0 /BaseFont /Some-Light /Encoding /{cmap} /DescendantFonts [{child} 0 R] >>")


def to_unicode(pairs, wide=True):
    width = 4 if wide else 2
    top = "F" * width
    lines = [f"<{code:0{width}X}> <{text.encode('utf-16-be').hex()}>" for code, text in pairs]
    blocks = [lines[at:at + 100] for at in range(0, len(lines), 100)]
    body = "".join(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar\n" for block in blocks)
    return ("/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def "
            f"1 begincodespacerange <{'0' * width}> <{top}> endcodespacerange\n{body}endcmap end end")


FONT_DATA, CMAP, ORDER = None, None, None


def load_font():
    global FONT_DATA, CMAP, ORDER
    font, best, ORDER = font_file()
    CMAP = {code: ORDER.index(name) for code, name in best.items()}
    keep = {code for texts in SENTENCES.values() for text in texts for char in text for code in [ord(char)]}
    from fontTools import subset

    options = subset.Options()
    options.retain_gids, options.notdef_outline, options.layout_features = True, True, []
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=keep | set(range(32, 127)) | {0xFB01, 0xFB02})
    subsetter.subset(font)
    buffer = io.BytesIO()
    font.save(buffer)
    FONT_DATA = buffer.getvalue()
    global WIDTHS
    metrics = font["hmtx"].metrics
    scale = 1000 / font["head"].unitsPerEm
    names = font.getGlyphOrder()
    WIDTHS = {names.index(name): round(width * scale) for name, (width, _) in metrics.items() if name in names}


def descriptor(pdf, flags):
    file = pdf.stream(FONT_DATA, f"/Length1 {len(FONT_DATA)}", packed=True)
    return pdf.add(f"<< /Type /FontDescriptor /FontName /DejaVuSans /Flags {flags} /FontBBox [-500 -300 1500 1000] "
                   f"/ItalicAngle 0 /Ascent 928 /Descent -236 /CapHeight 729 /StemV 80 /FontFile2 {file} 0 R >>")


def embedded(pdf, pairs, encoding="Identity-H"):
    """A composite font of the embedded file; `pairs` is its ToUnicode, None for none."""
    widths = " ".join(f"{gid} [{width}]" for gid, width in sorted(WIDTHS.items()) if width != 600)
    child = pdf.add(f"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /DejaVuSans /CIDToGIDMap /Identity /DW 600 /W [{widths}] "
                    f"/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor {descriptor(pdf, 4)} 0 R >>")
    unicode = "" if pairs is None else f"/ToUnicode {pdf.stream(to_unicode(pairs), packed=True)} 0 R"
    return pdf.add(f"<< /Type /Font /Subtype /Type0 /BaseFont /DejaVuSans /Encoding /{encoding} /DescendantFonts [{child} 0 R] {unicode} >>")


def gids(text):
    return "".join(f"{CMAP[ord(char)]:04X}" for char in text)


def literal(data):
    data = data.encode("cp1252") if isinstance(data, str) else data
    return "(" + data.decode("latin-1").replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)") + ")"


def lines_of(strings, font="F0", size=12, x=60, y=760, leading=30):
    """Each already a string of PDF on a line of its own."""
    return "\n".join(f"BT /{font} {size} Tf {x} {y - leading * index} Td {string} Tj ET" for index, string in enumerate(strings))


def simple(shown, kind, build, **more):
    """A file of one font whose lines `build(pdf)` gives as (font object, strings)."""
    pdf = Pdf()
    font, strings = build(pdf)
    content = pdf.stream(lines_of(strings), packed=True)
    return kind, pdf.finish(f"{content} 0 R", f"/Font << /F0 {font} 0 R >>"), {"shown": "\n".join(shown), **more}


def type3(pdf, names, text, unicode):
    """Every character a square, by the names of its glyphs: a font of shapes alone."""
    used = sorted(set(text))
    proc = pdf.stream("600 0 0 0 500 700 d1 0 0 500 700 re f")
    procs = " ".join(f"/{names(char, index)} {proc} 0 R" for index, char in enumerate(used))
    differences = " ".join(f"{33 + index} /{names(char, index)}" for index, char in enumerate(used))
    entry = ""
    if unicode:
        entry = f"/ToUnicode {pdf.stream(to_unicode([(33 + i, c) for i, c in enumerate(used)], wide=False))} 0 R"
    widths = " ".join("600" for _ in used)
    font = pdf.add(f"<< /Type /Font /Subtype /Type3 /FontBBox [0 0 600 800] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << {procs} >> "
                   f"/Encoding << /Type /Encoding /Differences [{differences}] >> /FirstChar 33 /LastChar {32 + len(used)} /Widths [{widths}] {entry} >>")
    return font, lambda line: literal(bytes(33 + used.index(char) for char in line))


STANDARD_NAMES = {" ": "space", ".": "period", ",": "comma", ":": "colon", "0": "zero", "1": "one", "2": "two", "3": "three",
                  "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine"}


def kinds(rng):
    """Yields (kind, bytes, what it shows) until the list of kinds is through once."""
    def some(language, count=2):
        return rng.sample(SENTENCES[language], count)

    for base, encoding, codec in (("Helvetica", "/WinAnsiEncoding", "cp1252"), ("Times-Roman", "/MacRomanEncoding", "mac-roman"), ("Courier", "", "latin-1")):
        shown = some("en" if not encoding else rng.choice(["fr", "de"]))
        yield simple(shown, "standard fonts", lambda pdf: (standard(pdf, base, encoding), [literal(line.encode(codec)) for line in shown]))

    cmap = rng.choice(list(ASIAN))
    for suffix in "HV":
        codec, language, collection = ASIAN[cmap]
        shown = some(language)
        yield simple(shown, "CJK, predefined CMap" + (", vertical" if suffix == "V" else ""),
                     lambda pdf: (asian(pdf, f"{cmap}-{suffix}", collection), [f"<{line.encode(codec).hex()}>" for line in shown]))

    language = rng.choice(["en", "el", "ru", "de"])
    shown = some(language)
    everything = [(gid, chr(code)) for code, gid in sorted(CMAP.items()) if code < 0x2100 and code != 0xA0 and code != 0xAD]
    yield simple(shown, "embedded, ToUnicode", lambda pdf: (embedded(pdf, everything), [f"<{gids(line)}>" for line in shown]))
    yield simple(shown, "embedded, no ToUnicode", lambda pdf: (embedded(pdf, None), [f"<{gids(line)}>" for line in shown]), codesOnly=True)
    dropped = set(rng.sample(sorted({ord(c) for line in shown for c in line if c != " "}), 4))
    partial = [(gid, text) for gid, text in everything if ord(text) not in dropped]
    yield simple(shown, "embedded, ToUnicode with gaps", lambda pdf: (embedded(pdf, partial), [f"<{gids(line)}>" for line in shown]), codesOnly=True)
    blank = [(gid, "\ufffd" if ord(text) in dropped else text) for gid, text in everything]
    yield simple(shown, "embedded, ToUnicode to U+FFFD", lambda pdf: (embedded(pdf, blank), [f"<{gids(line)}>" for line in shown]), codesOnly=True)
    private = [(gid, chr(0xE000 + gid % 0x1000)) for gid, text in everything]
    yield simple(shown, "embedded, ToUnicode to private use", lambda pdf: (embedded(pdf, private), [f"<{gids(line)}>" for line in shown]), codesOnly=True)
    yield simple(shown, "embedded, damaged ToUnicode", lambda pdf: (
        pdf.add(f"<< /Type /Font /Subtype /Type0 /BaseFont /DejaVuSans /Encoding /Identity-H /DescendantFonts [{embedded_child(pdf)} 0 R] /ToUnicode {pdf.stream('begincmap garbage endcmap')} 0 R >>"),
        [f"<{gids(line)}>" for line in shown]), codesOnly=True)

    ligatures = [(0xFB01, "fi"), (0xFB02, "fl")]
    words = rng.sample(["final figures", "the first flight", "a flat field", "office of finance", "fish and flour"], 2)
    def ligated(line):
        for code, pair in ligatures:
            line = line.replace(pair, chr(code))
        return line
    pairs = everything + [(CMAP[code], pair) for code, pair in ligatures]
    yield simple(words, "ligatures to letters", lambda pdf: (embedded(pdf, pairs), [f"<{gids(ligated(line))}>" for line in words]))
    pairs = everything + [(CMAP[code], chr(code)) for code, _ in ligatures]
    yield simple(words, "ligatures as characters", lambda pdf: (embedded(pdf, pairs), [f"<{gids(ligated(line))}>" for line in words]))

    language = rng.choice(["ar", "he"])
    shown = some(language)
    yield simple(shown, "right to left", lambda pdf: (embedded(pdf, everything), [f"<{gids(line[::-1])}>" for line in shown]))

    shown = some("en")
    text = "".join(shown)
    names = {"standard names": lambda char, _: STANDARD_NAMES.get(char, char), "uniXXXX": lambda char, _: f"uni{ord(char):04X}",
             "numbered": lambda _, index: f"glyph{index}x"}
    for label, name in names.items():
        for unicode in (True, False):
            def build(pdf):
                font, string = type3(pdf, name, text, unicode)
                return font, [string(line) for line in shown]
            yield simple(shown, f"Type 3, {label}, {'with' if unicode else 'without'} ToUnicode", build, codesOnly=not unicode and label == "numbered")

    def differences(pdf):
        used = sorted(set(text))
        entry = " ".join(f"{128 + index} /{STANDARD_NAMES.get(char, char)}" for index, char in enumerate(used))
        encoding = pdf.add(f"<< /Type /Encoding /Differences [{entry}] >>")
        return standard(pdf, "Helvetica", f"{encoding} 0 R"), [literal(bytes(128 + used.index(c) for c in line)) for line in shown]
    yield simple(shown, "simple font, Differences", differences)

    def symbolic(pdf):
        widths = " ".join(str(WIDTHS.get(CMAP.get(code, 0), 600)) for code in range(32, 127))
        font = pdf.add(f"<< /Type /Font /Subtype /TrueType /BaseFont /DejaVuSans /FirstChar 32 /LastChar 126 /Widths [{widths}] /FontDescriptor {descriptor(pdf, 4)} 0 R >>")
        return font, [literal(line) for line in shown]
    yield simple(shown, "TrueType, symbolic, no encoding", symbolic)

    greek = {"a": "α", "b": "β", "g": "γ", "d": "δ", "l": "λ", "m": "μ", "p": "π", "s": "σ"}
    letters = "".join(rng.choices(list(greek), k=12))
    yield simple(["".join(greek[c] for c in letters)], "Symbol", lambda pdf: (standard(pdf, "Symbol", ""), [literal(letters)]))

    for angle in (90, 180, 270):
        shown = some("en", 3)
        pdf = Pdf()
        content = pdf.stream(lines_of([literal(line) for line in shown]))
        yield "rotated page", pdf.finish(f"{content} 0 R", f"/Font << /F0 {standard(pdf)} 0 R >>", f"/Rotate {angle}"), {"shown": "\n".join(shown)}
    shown = some("en", 3)
    pdf = Pdf()
    degrees = [(0, 1, -1, 0), (0.866, 0.5, -0.5, 0.866), (-1, 0, 0, -1)]
    drawn = "\n".join(f"BT /F0 12 Tf {a} {b} {c} {d} {200 + 60 * i} 400 Tm {literal(line)} Tj ET" for i, ((a, b, c, d), line) in enumerate(zip(degrees, shown)))
    content = pdf.stream(drawn)
    yield "rotated text", pdf.finish(f"{content} 0 R", f"/Font << /F0 {standard(pdf)} 0 R >>"), {"shown": "\n".join(shown)}

    latin, chinese, greek_text = some("en", 1)[0], some("gb", 1)[0], some("el", 1)[0]
    pdf = Pdf()
    fonts = f"/F0 {standard(pdf)} 0 R /F1 {asian(pdf, 'UniGB-UCS2-H', 'GB1')} 0 R /F2 {embedded(pdf, everything)} 0 R"
    content = pdf.stream(f"BT 60 700 Td /F0 12 Tf {literal(latin)} Tj /F1 12 Tf <{chinese.encode('utf-16-be').hex()}> Tj /F2 12 Tf <{gids(greek_text)}> Tj ET")
    yield "encodings mixed in a line", pdf.finish(f"{content} 0 R", f"/Font << {fonts} >>"), {"shown": latin + chinese + greek_text}

    shown = some("en")
    for label, operators in (("kerned", lambda line: "[" + " -20 ".join(literal(c) for c in line) + "] TJ"),
                             ("spaced", lambda line: f"2 Tc 5 Tw {literal(line)} Tj"), ("narrow", lambda line: f"60 Tz {literal(line)} Tj"),
                             ("invisible", lambda line: f"3 Tr {literal(line)} Tj"), ("white", lambda line: f"1 g {literal(line)} Tj 0 g"),
                             ("as clip", lambda line: f"7 Tr {literal(line)} Tj"), ("quoted", lambda line: f"0 0 {literal(line)} \"")):
        pdf = Pdf()
        content = pdf.stream("\n".join(f"q BT /F0 12 Tf 60 {700 - 40 * i} Td {operators(line)} ET Q" for i, line in enumerate(shown)))
        yield f"text {label}", pdf.finish(f"{content} 0 R", f"/Font << /F0 {standard(pdf)} 0 R >>"), {"shown": "\n".join(shown)}

    pdf = Pdf()
    font = standard(pdf)
    form = pdf.stream(lines_of([literal(shown[0])]), f"/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F0 {font} 0 R >> >>")
    outer = pdf.stream(f"q /X0 Do Q {lines_of([literal(shown[1])], y=600)}", f"/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F0 {font} 0 R >> /XObject << /X0 {form} 0 R >> >>")
    content = pdf.stream("q /X1 Do Q")
    yield "nested form XObjects", pdf.finish(f"{content} 0 R", f"/XObject << /X1 {outer} 0 R >>"), {"shown": "\n".join(shown)}

    pdf = Pdf()
    font = standard(pdf)
    halves = lines_of([literal(line) for line in shown])
    cut = halves.index("Tj") - 1
    parts = [pdf.stream(halves[:cut]), pdf.stream(halves[cut:])]
    yield "contents in pieces", pdf.finish("[" + " ".join(f"{part} 0 R" for part in parts) + "]", f"/Font << /F0 {font} 0 R >>"), {"shown": "\n".join(shown)}

    pdf = Pdf()
    off, on = pdf.add("<< /Type /OCG /Name (Draft) >>"), pdf.add("<< /Type /OCG /Name (Shown) >>")
    content = pdf.stream(f"/OC /L0 BDC {lines_of([literal(shown[0])])} EMC /OC /L1 BDC {lines_of([literal(shown[1])], y=600)} EMC")
    yield "layers, one off", pdf.finish(f"{content} 0 R", f"/Font << /F0 {standard(pdf)} 0 R >> /Properties << /L0 {off} 0 R /L1 {on} 0 R >>",
                                        catalogue=f"/OCProperties << /OCGs [{off} 0 R {on} 0 R] /D << /OFF [{off} 0 R] /ON [{on} 0 R] >> >>"), {"shown": shown[1], "hidden": shown[0]}

    pdf = Pdf()
    content = pdf.stream(f"/Span << /ActualText {literal(shown[0])} >> BDC {lines_of([literal('Xx Yy')])} EMC {lines_of([literal(shown[1])], y=600)}")
    yield "ActualText", pdf.finish(f"{content} 0 R", f"/Font << /F0 {standard(pdf)} 0 R >>"), {"shown": shown[1]}

    pdf = Pdf()
    font = standard(pdf)
    look = pdf.stream(f"/Tx BMC BT /F0 10 Tf 2 4 Td {literal('Ann Lee')} Tj ET EMC", f"/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F0 {font} 0 R >> >>")
    yes = pdf.stream("0 0 10 10 re f", "/Type /XObject /Subtype /Form /BBox [0 0 12 12]")
    no = pdf.stream("", "/Type /XObject /Subtype /Form /BBox [0 0 12 12]")
    boxes = [pdf.add(f"<< /Type /Annot /Subtype /Widget /FT /Btn /T (b{i}) /Rect [60 {640 - 30 * i} 72 {652 - 30 * i}] /V /{state} /AS /{state} /F 4 /AP << /N << /Yes {yes} 0 R /Off {no} 0 R >> >> >>") for i, state in enumerate(("Yes", "Off"))]
    field = pdf.add(f"<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Ann Lee) /Rect [120 696 320 716] /F 4 /DA (/F0 10 Tf 0 g) /AP << /N {look} 0 R >> >>")
    content = pdf.stream(lines_of([literal("Name:")], y=700) + "\n" + lines_of([literal("Married"), literal("Retired")], x=80, y=642))
    all_fields = " ".join(f"{number} 0 R" for number in (field, *boxes))
    yield "AcroForm", pdf.finish(f"{content} 0 R", f"/Font << /F0 {font} 0 R >>", f"/Annots [{all_fields}]", f"/AcroForm << /Fields [{all_fields}] /DR << /Font << /F0 {font} 0 R >> >> >>"), {"shown": "Name: Ann Lee\n☒ Married\n☐ Retired"}

    pdf = Pdf()
    font = standard(pdf)
    look = pdf.stream(f"BT /F0 10 Tf 2 4 Td {literal('CHECKED')} Tj ET", f"/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F0 {font} 0 R >> >>")
    notes = [pdf.add(f"<< /Type /Annot /Subtype /FreeText /Contents {literal(shown[0])} /Rect [60 500 300 520] /F 4 /DA (/F0 10 Tf) >>"),
             pdf.add(f"<< /Type /Annot /Subtype /Text /Contents (Ask Bo) /Rect [300 500 320 520] /F 4 >>"),
             pdf.add(f"<< /Type /Annot /Subtype /Stamp /Rect [300 600 500 620] /F 4 /AP << /N {look} 0 R >> >>")]
    content = pdf.stream(lines_of([literal(shown[1])]))
    yield "annotations", pdf.finish(f"{content} 0 R", f"/Font << /F0 {font} 0 R >>", f"/Annots [{' '.join(f'{n} 0 R' for n in notes)}]"), {"shown": f"{shown[0]}\n{shown[1]}\nAsk Bo\nCHECKED"}

    pdf = Pdf()
    content = pdf.stream(lines_of([literal("Please wait...")]))
    xfa = pdf.stream(f"<xdp:xdp xmlns:xdp='http://ns.adobe.com/xdp/'><template xmlns='http://www.xfa.org/schema/xfa-template/3.0/'><subform><draw><value><text>{shown[0]}</text></value></draw></subform></template></xdp:xdp>")
    yield "XFA", pdf.finish(f"{content} 0 R", f"/Font << /F0 {standard(pdf)} 0 R >>", catalogue=f"/AcroForm << /Fields [] /XFA {xfa} 0 R >>"), {"shown": shown[0], "codesOnly": True}

    for label, font_of in (("an unknown CMap", lambda pdf: asian(pdf, "No-Such-CMap-H", "GB1")), ("no descendant", lambda pdf: pdf.add("<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H >>")),
                           ("no such font", lambda pdf: pdf.add("null"))):
        chinese = some("gb", 1)[0]
        pdf = Pdf()
        content = pdf.stream(lines_of([literal(shown[0])], font="F1") + "\n" + lines_of([f"<{chinese.encode('utf-16-be').hex()}>"], y=600))
        yield f"font with {label}", pdf.finish(f"{content} 0 R", f"/Font << /F0 {font_of(pdf)} 0 R /F1 {standard(pdf)} 0 R >>"), {"shown": f"{shown[0]}\n{chinese}", "codesOnly": True}

    pdf = Pdf()
    content = pdf.stream(lines_of([literal(line) for line in shown]))
    plain = pdf.finish(f"{content} 0 R", f"/Font << /F0 {standard(pdf)} 0 R >>")
    from pypdf import PdfReader, PdfWriter
    for algorithm in ("RC4-128", "AES-256"):
        writer = PdfWriter(clone_from=PdfReader(io.BytesIO(plain)))
        writer.encrypt("", "owner", algorithm=algorithm)
        buffer = io.BytesIO()
        writer.write(buffer)
        yield "encrypted, no password", buffer.getvalue(), {"shown": "\n".join(shown)}


def embedded_child(pdf):
    return pdf.add(f"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /DejaVuSans /CIDToGIDMap /Identity /DW 600 "
                   f"/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor {descriptor(pdf, 4)} 0 R >>")


def make(folder, rounds=7):
    load_font()
    folder.mkdir(parents=True, exist_ok=True)
    shown = {}
    for seed in range(rounds):
        for index, (kind, data, facts) in enumerate(kinds(random.Random(seed))):
            name = f"{index:02}-{seed}.pdf"
            (folder / name).write_bytes(data)
            shown[name] = {"kind": kind, **facts}
    (folder / "shown.json").write_text(json.dumps(shown, ensure_ascii=False, indent=1))
    print(len(shown), "files")


def read(folder):
    import logging

    import pypdf
    import pypdfium2

    logging.disable(logging.CRITICAL)
    others = {}
    for path in sorted(folder.rglob("*.pdf")):
        texts = {}
        for name, reader in (("pypdf", lambda: [page.extract_text() for page in pypdf.PdfReader(path).pages]),
                             ("pdfium", lambda: [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(path)])):
            try:
                texts[name] = reader()
            except Exception as error:
                texts[name] = []
                print(path, name, type(error).__name__, file=sys.stderr)
        others[str(path.relative_to(folder))] = texts
    (folder if folder.stat().st_mode & 0o200 else Path.cwd()).joinpath("others.json").write_text(json.dumps(others, ensure_ascii=False))


if __name__ == "__main__":
    command, *folders = sys.argv[1:]
    for each in folders:
        {"make": make, "read": read}[command](Path(each))
